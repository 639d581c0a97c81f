import type { BuiltInHotkeys } from './hotkey-catalogue.ts';

/** Of a review that is not published, and of one that just was. */
export const REVIEW_HOTKEYS = {
  'review.submit': ['shift+r'],
  'review.undo': ['shift+u'],
} as const satisfies BuiltInHotkeys;

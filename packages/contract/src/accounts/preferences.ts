import { z } from 'zod';
import { PIPELINE_ID_TYPES, type PipelineIdType } from '../ci/pipeline-id-types.ts';
import { boolInput, intInput } from '../core/inputs.ts';
import { normaliseKeys } from './hotkey-keys.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export const DIFF_VIEWS = ['inline', 'parallel'] as const;

/** How a user wants the product to look; kept on the server so that it follows them to another device. */
export type UserPreferences = {
  theme: (typeof THEMES)[number];
  diff_view: (typeof DIFF_VIEWS)[number];
  /** One file at a time instead of all files below each other. */
  view_diffs_file_by_file: boolean;
  show_whitespace_in_diffs: boolean;
  /** The list of changed files as folders; false lists plain paths. */
  diff_file_tree: boolean;
  /** Columns between tab stops in code. */
  tab_width: number;
  /** "3 hours ago" instead of the date. */
  relative_times: boolean;
  keyboard_shortcuts: boolean;
  /** The number that lists of pipelines show: of the instance, or of the project. */
  visibility_pipeline_id_type: PipelineIdType;
  /** Keys of shortcuts by their names, where they are not the built-in ones; an empty text switches one off. */
  hotkeys: Readonly<Record<string, string>>;
  /** What a suggestion is, beside the button that makes one, was read and put away. */
  suggest_popover_dismissed: boolean;
};

/** Explanations of this product that are shown until someone dismisses them; each is a preference. */
const CALLOUTS = ['suggest_popover_dismissed'] as const;

/** Other clients have explanations of their own: any name is kept for them. */
export const calloutName = z
  .string()
  .transform((name) => name.toLowerCase())
  .pipe(z.string().regex(/^[a-z][a-z0-9_]{0,99}$/));

/** So many names of other clients are kept; the oldest make room. */
const MOST_CALLOUTS = 200;
const otherCallouts = z.array(z.string()).catch([]);

/** Names of the dismissed explanations among stored preferences. */
export function dismissedCallouts(stored: Record<string, unknown>): string[] {
  return [...CALLOUTS.filter((name) => stored[name] === true), ...otherCallouts.parse(stored['dismissed_callouts'])];
}

/** What to store when one more is dismissed. */
export function withDismissedCallout(stored: Record<string, unknown>, name: string): Record<string, unknown> {
  if (CALLOUTS.some((each) => each === name)) return { ...stored, [name]: true };
  const others = otherCallouts.parse(stored['dismissed_callouts']).filter((each) => each !== name);
  return { ...stored, dismissed_callouts: [...others, name].slice(-MOST_CALLOUTS) };
}

const MOST_HOTKEYS = 200;

const hotkeysInput = z
  .record(
    z.string().regex(/^[\w.-]{1,64}$/),
    z
      .string()
      .regex(/^$|^\S{1,24}(?: \S{1,24})?$/)
      .transform(normaliseKeys),
  )
  .refine((map) => Object.keys(map).length <= MOST_HOTKEYS);

export const DEFAULT_PREFERENCES: UserPreferences = {
  theme: 'system',
  diff_view: 'inline',
  view_diffs_file_by_file: false,
  show_whitespace_in_diffs: true,
  diff_file_tree: true,
  tab_width: 8,
  relative_times: true,
  keyboard_shortcuts: true,
  visibility_pipeline_id_type: 'ID',
  hotkeys: {},
  suggest_popover_dismissed: false,
};

/** A change of preferences as clients send it: any of them, nothing else. */
export const preferencesInput = z.strictObject({
  theme: z.enum(THEMES).optional(),
  diff_view: z.enum(DIFF_VIEWS).optional(),
  view_diffs_file_by_file: boolInput.optional(),
  show_whitespace_in_diffs: boolInput.optional(),
  diff_file_tree: boolInput.optional(),
  tab_width: intInput.refine((value) => value >= 1 && value <= 12).optional(),
  relative_times: boolInput.optional(),
  keyboard_shortcuts: boolInput.optional(),
  visibility_pipeline_id_type: z.enum(PIPELINE_ID_TYPES).optional(),
  hotkeys: hotkeysInput.optional(),
  suggest_popover_dismissed: boolInput.optional(),
});

/** What is stored, with defaults for what was never chosen and without what is not known any more. */
export function readPreferences(stored: Record<string, unknown>): UserPreferences {
  const known = Object.entries(stored).filter(([name]) => name in DEFAULT_PREFERENCES);
  const parsed = preferencesInput.safeParse(Object.fromEntries(known));
  const chosen = parsed.success ? Object.entries(parsed.data).filter(([, value]) => value !== undefined) : [];
  return { ...DEFAULT_PREFERENCES, ...Object.fromEntries(chosen) };
}

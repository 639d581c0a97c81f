import type { PartKeys } from '../../lib/hotkey-registry.ts';

/** Of a diff that has the keyboard. */
export const LINE_KEYS = {
  keys: {
    'lines.down': ['arrowdown'],
    'lines.up': ['arrowup'],
    'lines.old-side': ['arrowleft'],
    'lines.new-side': ['arrowright'],
    'lines.comment': ['enter'],
  },
} as const satisfies PartKeys;

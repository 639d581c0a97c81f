import type { ErrorDefinition } from './catalogue.ts';

export const NOTIFICATION_ERRORS = {
  todo_waits_already: { kind: 'conflict', text: 'The same waits on your list again already.' },
} as const satisfies Record<string, ErrorDefinition>;

import type { ErrorDefinition } from './catalogue.ts';

export const NOTIFICATION_ERRORS = {
  todo_waits_already: { kind: 'conflict', text: 'This item is already on your to-do list.' },
} as const satisfies Record<string, ErrorDefinition>;

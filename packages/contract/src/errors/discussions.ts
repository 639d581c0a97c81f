import type { ErrorDefinition } from './catalogue.ts';

export const DISCUSSION_ERRORS = {
  discussion_locked: { kind: 'forbidden', text: 'The discussion is locked. Only project members can comment.' },
} as const satisfies Record<string, ErrorDefinition>;

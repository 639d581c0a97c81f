import type { ErrorDefinition } from './catalogue.ts';

export const PLANNING_ERRORS = {
  label_exists: { kind: 'conflict', text: 'Label already exists' },
} as const satisfies Record<string, ErrorDefinition>;

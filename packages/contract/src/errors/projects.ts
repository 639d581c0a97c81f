import type { ErrorDefinition } from './catalogue.ts';

export const PROJECT_ERRORS = {
  project_archived: { kind: 'forbidden', text: 'This project is archived and cannot be changed.' },
} as const satisfies Record<string, ErrorDefinition>;

import type { ErrorDefinition } from './catalogue.ts';

export const PROJECT_ERRORS = {
  project_archived: { kind: 'forbidden', text: 'This project is archived and cannot be changed.' },
  moved: { kind: 'not_found', text: 'This address has moved to {to}.' },
  moved_write: { kind: 'not_allowed_now', text: 'Non GET methods are not allowed for moved projects' },
} as const satisfies Record<string, ErrorDefinition>;

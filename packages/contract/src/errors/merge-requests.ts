import type { ErrorDefinition } from './catalogue.ts';

export const MERGE_REQUEST_ERRORS = {} as const satisfies Record<string, ErrorDefinition>;

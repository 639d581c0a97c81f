import type { ErrorDefinition } from './catalogue.ts';

export const PLANNING_ERRORS = {} as const satisfies Record<string, ErrorDefinition>;

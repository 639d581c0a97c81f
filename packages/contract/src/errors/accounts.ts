import type { ErrorDefinition } from './catalogue.ts';

export const ACCOUNT_ERRORS = {} as const satisfies Record<string, ErrorDefinition>;

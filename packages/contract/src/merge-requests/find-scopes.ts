/** Where a text can stand in a merge request. Apart from the inputs, whose checks a page must not load. */
export const FIND_SCOPES = ['added', 'removed', 'context', 'files', 'threads'] as const;
export type FindScope = (typeof FIND_SCOPES)[number];

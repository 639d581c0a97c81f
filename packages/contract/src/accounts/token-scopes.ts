/** What a personal access token may be used for. A token has the rights of its owner, never more. */
export const TOKEN_SCOPES = [
  { name: 'api', text: 'Full access to everything the owner can do, through the API and Git.' },
  { name: 'read_api', text: 'Read access to everything the owner can see, through the API.' },
  { name: 'read_user', text: 'Read access to the owner’s profile.' },
  { name: 'read_repository', text: 'Clone and fetch over Git, and read files through the API.' },
  { name: 'write_repository', text: 'Clone, fetch and push over Git.' },
  { name: 'sudo', text: 'Act as any user, together with another scope. Administrators only.' },
  { name: 'self_rotate', text: 'Let the token rotate itself.' },
] as const;

/** Scopes that the token of a project or group can have: nothing about users, nothing of administrators. */
export const RESOURCE_TOKEN_SCOPES = [
  { name: 'api', text: 'Full access to everything the role allows, through the API and Git.' },
  { name: 'read_api', text: 'Read access to everything the role allows, through the API.' },
  { name: 'read_repository', text: 'Clone and fetch over Git, and read files through the API.' },
  { name: 'write_repository', text: 'Clone, fetch and push over Git.' },
  { name: 'self_rotate', text: 'Let the token rotate itself.' },
] as const satisfies { name: TokenScope; text: string }[];

export type TokenScope = (typeof TOKEN_SCOPES)[number]['name'];

export function isTokenScope(name: string): name is TokenScope {
  return TOKEN_SCOPES.some((scope) => scope.name === name);
}

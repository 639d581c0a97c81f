/** Addresses that the shell itself links to; the server binds them, the web renders them. */
export const shellPaths = {
  home: '/',
  /** Page; `?redirect=` names the own address to go to afterwards. */
  signIn: '/users/sign_in',
  signUp: '/users/sign_up',
  /** POST with form field `authenticity_token`. */
  signOut: '/users/sign_out',
  profile: '/-/profile',
  preferences: '/-/profile/preferences',
  accessTokens: '/-/profile/personal_access_tokens',
  help: '/help',
  /** PUT `{theme}` → 200 or 204. */
  savePreferences: '/-/preferences',
  /** POST `{feature_name}` → 204: an explanation is not shown again. */
  callouts: '/-/users/callouts',
  admin: '/admin',
  explore: '/explore',
  ownProjects: '/dashboard/projects',
  todos: '/dashboard/todos',
  inbox: '/dashboard/inbox',
  ownIssues: '/dashboard/issues',
  ownMergeRequests: '/dashboard/merge_requests',
  apiReference: '/help/api',
  graphqlExplorer: '/-/graphql-explorer',
  /** Page; `?search=`, and `project_id` or `group_id`. */
  search: '/search',
  newProject: '/projects/new',
  newGroup: '/groups/new',
  /** GET `?q=` → `PaletteResults`. */
  paletteSearch: '/-/search/palette',
  /** GET `?topics=a,b` → server-sent events with `RealtimeMessage` as data. */
  realtime: '/-/realtime',
  /** Prefix of the page-data endpoint: `/-/page` + pathname + search. */
  page: '/-/page',
  gallery: '/-/gallery',
} as const;

/**
 * The ladder of the server, left to right: a slice may import only from its left, and only the interface (`index.ts`).
 * `platform` and `endpoints` are plumbing: folders of modules without one interface.
 */
export const LADDER = [
  'platform',
  'endpoints',
  'accounts',
  'projects',
  'repositories',
  'webhooks',
  'discussions',
  'notifications',
  'ci',
  'environments',
  'planning',
  'merge-requests',
  'changes',
  'approvals',
  'status-checks',
  'reviews',
  'merging',
  'merge-request-pages',
  'enterprise',
  'app',
];

export const PLUMBING = new Set(['platform', 'endpoints']);

/** Slices in the strict sense: everything on the ladder that owns tables. */
export const SLICES = LADDER.filter((name) => !PLUMBING.has(name) && name !== 'app');

/**
 * The web uses the same order for its slices. There `app` stands left of them: it finds their pages by a file pattern,
 * and they use its navigation and shell.
 */
export const WEB_LADDER = ['lib', 'ui', 'app', ...SLICES];

/** Rung of a zone; -1 for an unknown one. */
export const rungOf = (ladder, zone) => ladder.indexOf(zone);

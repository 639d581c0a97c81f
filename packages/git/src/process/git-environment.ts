import { GitError } from './git-error.ts';

/** Settings given to every git process: whatever a repository's own config says, these win (command scope). */
const FIXED_CONFIG: readonly [string, string][] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.quotePath', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.excludesFile', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.bigFileThreshold', '50m'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['protocol.allow', 'never'],
  ['log.showSignature', 'false'],
];

const ALLOWED_EXTRA = new Set([
  'GIT_AUTHOR_NAME',
  'GIT_AUTHOR_EMAIL',
  'GIT_AUTHOR_DATE',
  'GIT_COMMITTER_NAME',
  'GIT_COMMITTER_EMAIL',
  'GIT_COMMITTER_DATE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_QUARANTINE_PATH',
  'GIT_PROTOCOL',
  'GIT_ALLOW_PROTOCOL',
]);

export type GitConfigPairs = readonly (readonly [string, string])[];

/**
 * Builds the whole environment from nothing, so that neither the service's own variables (with its secrets) nor a
 * user's git configuration can reach git.
 */
export function gitEnvironment(
  repo: string | null,
  extra: Readonly<Record<string, string>> = {},
  config: GitConfigPairs = [],
): Record<string, string> {
  const environment: Record<string, string> = {
    PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: '/nonexistent',
    LANG: 'C',
    LC_ALL: 'C',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
  };
  for (const [name, value] of Object.entries(extra)) {
    if (!ALLOWED_EXTRA.has(name)) throw new GitError('failed', `environment variable ${name} may not be given to git`);
    environment[name] = value;
  }
  const pairs: (readonly [string, string])[] = [...FIXED_CONFIG, ...config];
  if (repo !== null) pairs.push(['safe.directory', repo]);
  environment['GIT_CONFIG_COUNT'] = String(pairs.length);
  pairs.forEach(([key, value], index) => {
    environment[`GIT_CONFIG_KEY_${index}`] = key;
    environment[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  return environment;
}

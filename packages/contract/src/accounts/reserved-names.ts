/**
 * First parts of addresses that belong to the instance. No user and no top-level group may take one, so that
 * `/<name>` always leads to what it says. Add a root here before binding pages below it.
 */
const RESERVED_ROOTS = [
  '-',
  '.well-known',
  '404.html',
  '422.html',
  '500.html',
  '502.html',
  '503.html',
  'abuse_reports',
  'admin',
  'api',
  'apple-touch-icon.png',
  'assets',
  'dashboard',
  'deploy.html',
  'explore',
  'favicon.ico',
  'favicon.png',
  'files',
  'ghost',
  'graphql',
  'groups',
  'health_check',
  'help',
  'import',
  'invites',
  'jwt',
  'login',
  'logout',
  'manifest.json',
  'oauth',
  'profile',
  'projects',
  'public',
  'robots.txt',
  's',
  'search',
  'sent_notifications',
  'sitemap',
  'sitemap.xml',
  'sitemap.xml.gz',
  'slash-command-logo.png',
  'snippets',
  'tributary',
  'unsubscribes',
  'uploads',
  'users',
  'v2',
] as const;

/** Parts that mean something below a project or group, so that nothing inside a group may be named like this. */
const RESERVED_PARTS = ['-', 'badges', 'blame', 'blob', 'builds', 'commits', 'create', 'create_dir', 'edit'];
const MORE_RESERVED_PARTS = ['environments', 'files', 'find_file', 'gitlab-lfs', 'info', 'new', 'preview', 'raw'];
const LAST_RESERVED_PARTS = ['refs', 'tree', 'update', 'wikis'];

const roots: ReadonlySet<string> = new Set(RESERVED_ROOTS);
const parts: ReadonlySet<string> = new Set([...RESERVED_PARTS, ...MORE_RESERVED_PARTS, ...LAST_RESERVED_PARTS]);

/** May no user or top-level group be named so? */
export function isReservedRoot(name: string): boolean {
  return roots.has(name.toLowerCase());
}

/** May no project or subgroup be named so? */
export function isReservedPart(name: string): boolean {
  return parts.has(name.toLowerCase());
}

export const MAX_PATH_LENGTH = 255;

/** What is wrong with the form of a username or a group path, as the end of a sentence; null when it is well formed. */
export function pathProblem(text: string): string | null {
  if (text.length < 2) return 'is too short (minimum is 2 characters)';
  if (text.length > MAX_PATH_LENGTH) return `is too long (maximum is ${MAX_PATH_LENGTH} characters)`;
  if (!/^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(text) || /(?:\.|\.git|\.atom)$/i.test(text) || text.startsWith('.')) {
    return "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or '.', or end in '.', '.git' or '.atom'.";
  }
  return null;
}

/** As pathProblem, and the name is free to be a first part of addresses. */
export function rootNameProblem(text: string): string | null {
  return pathProblem(text) ?? (isReservedRoot(text) ? 'is a reserved name' : null);
}

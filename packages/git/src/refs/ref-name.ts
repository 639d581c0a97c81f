/** Why a branch or tag name is refused. */
export type RefNameProblem =
  | 'empty'
  | 'too_long'
  | 'leading_dash'
  | 'looks_like_sha'
  | 'reserved_name'
  | 'reserved_prefix'
  | 'control_character'
  | 'forbidden_character'
  | 'forbidden_sequence'
  | 'bad_component';

/** Room for `refs/heads/`, a 40-digit suffix and `.lock` in a file name of 255 bytes. */
const MAX_NAME_BYTES = 244;
const RESERVED_PREFIXES = ['refs/', 'heads/', 'tags/', 'remotes/'];
const RESERVED_NAMES = new Set([
  'HEAD',
  'FETCH_HEAD',
  'ORIG_HEAD',
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  '@',
  'refs',
  'heads',
  'tags',
  'remotes',
]);
const FORBIDDEN_CHARACTERS = /[ ~^:?*[\\]/;

/**
 * git accepts names (`-x`, forty hex digits, `refs/heads/main`, `HEAD`) that make users or tools look at another
 * commit than the one meant. They are refused at every interface, also on import.
 */
export function validateBranchName(name: string): RefNameProblem | null {
  if (name === '') return 'empty';
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return 'too_long';
  if (name.startsWith('-')) return 'leading_dash';
  if (hasControlCharacter(name)) return 'control_character';
  if (RESERVED_NAMES.has(name)) return 'reserved_name';
  if (RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix))) return 'reserved_prefix';
  // `<sha>/dir` counts too: web addresses put the ref and a path in one line.
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})(?:\/|$)/i.test(name)) return 'looks_like_sha';
  if (FORBIDDEN_CHARACTERS.test(name) || !name.isWellFormed() || hasInvisibleControl(name))
    return 'forbidden_character';
  if (name.includes('..') || name.includes('@{') || name.includes('//')) return 'forbidden_sequence';
  if (name.startsWith('/') || name.endsWith('/') || name.endsWith('.')) return 'bad_component';
  if (name.split('/').some((part) => part.startsWith('.') || part.endsWith('.lock'))) return 'bad_component';
  return null;
}

export function validateTagName(name: string): RefNameProblem | null {
  return validateBranchName(name);
}

const PROBLEM_TEXT: Readonly<Record<PushedRefProblem, string>> = {
  internal_ref: 'The ref is reserved for the server.',
  reserved_namespace: 'Refs of this kind are reserved.',
  not_a_ref: 'The full name of a ref must start with "refs/" and a type, such as "refs/notes/".',
  empty: 'The name is empty.',
  too_long: `The name is longer than ${MAX_NAME_BYTES} bytes.`,
  leading_dash: 'The name cannot start with a dash.',
  looks_like_sha: 'The name cannot look like a commit SHA.',
  reserved_name: 'The name is reserved.',
  reserved_prefix: 'The name cannot start with refs/, heads/, tags/ or remotes/.',
  control_character: 'The name cannot contain control characters.',
  forbidden_character: 'The name cannot contain spaces, invisible characters or any of ~ ^ : ? * [ \\.',
  forbidden_sequence: 'The name cannot contain "..", "@{" or "//".',
  bad_component: 'No part of the name can start with a dot, end with a dot or ".lock", or be empty.',
};

export function refNameProblemText(problem: PushedRefProblem): string {
  return PROBLEM_TEXT[problem];
}

export const BRANCH_PREFIX = 'refs/heads/';
export const TAG_PREFIX = 'refs/tags/';
export const KEEP_AROUND_PREFIX = 'refs/keep-around/';
export const MERGE_REQUEST_PREFIX = 'refs/merge-requests/';
export const PIPELINE_PREFIX = 'refs/pipelines/';
/** Refs only the product writes. */
export const INTERNAL_REF_PREFIXES: readonly string[] = [
  KEEP_AROUND_PREFIX,
  MERGE_REQUEST_PREFIX,
  'refs/internal/',
  PIPELINE_PREFIX,
];

export function isInternalRef(ref: string): boolean {
  return INTERNAL_REF_PREFIXES.some((prefix) => ref.startsWith(prefix));
}

export type PushedRefProblem = RefNameProblem | 'internal_ref' | 'reserved_namespace' | 'not_a_ref';

/**
 * Nobody pushes these: servers keep their own records there, or (`replace`, and those of one working tree) git reads them
 * with a meaning of its own.
 */
const RESERVED_NAMESPACES = new Set(['environments', 'tmp', 'replace', 'bisect', 'rewritten', 'worktree']);
const KNOWN_NAMESPACES = ['heads', 'tags', ...INTERNAL_REF_PREFIXES.map((prefix) => prefix.slice(5, -1))];

/**
 * What is wrong with a full ref name that someone pushes: names of branches, tags and whatever else has a place of its own
 * (`refs/notes/`, `refs/remotes/origin/`) follow the same rules; internal and reserved refs are refused. Do not ask for the
 * name in a deletion: ill-named old refs must be removable.
 */
export function validatePushedRef(ref: string): PushedRefProblem | null {
  if (ref.startsWith(BRANCH_PREFIX)) return validateBranchName(ref.slice(BRANCH_PREFIX.length));
  if (ref.startsWith(TAG_PREFIX)) return validateTagName(ref.slice(TAG_PREFIX.length));
  if (isInternalRef(ref)) return 'internal_ref';
  const [, namespace, name] = /^refs\/([^/]+)\/(.+)$/s.exec(ref) ?? [];
  if (namespace === undefined || name === undefined) return 'not_a_ref';
  // `refs/Heads/main` would read like a branch.
  const kind = namespace.toLowerCase();
  if (RESERVED_NAMESPACES.has(kind) || KNOWN_NAMESPACES.includes(kind)) return 'reserved_namespace';
  return (namespace === 'remotes' ? null : validateBranchName(namespace)) ?? validateBranchName(name);
}

export function branchRef(name: string): string {
  return BRANCH_PREFIX + name;
}

export function tagRef(name: string): string {
  return TAG_PREFIX + name;
}

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true;
  }
  return false;
}

// Direction overrides, zero-width and line-separator characters make one name look like another.
function hasInvisibleControl(text: string): boolean {
  return /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(text);
}

/** What went wrong, in words callers can switch on. Sentences of git never leave this folder unclassified. */
export type GitErrorKind =
  | 'not_found'
  | 'conflict'
  | 'stale_ref'
  | 'invalid_ref'
  | 'invalid_path'
  | 'invalid_text'
  | 'locked'
  | 'timeout'
  | 'too_large'
  | 'rejected'
  | 'disk_full'
  | 'corrupt'
  | 'aborted'
  | 'failed';

export interface GitErrorFacts {
  stderr?: string;
  exitCode?: number | null;
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** The only error this package throws for things that can be expected. `details` holds facts for the caller, never prose. */
export class GitError extends Error {
  readonly kind: GitErrorKind;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly details: Record<string, unknown>;

  constructor(kind: GitErrorKind, message: string, facts: GitErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'GitError';
    this.kind = kind;
    this.stderr = facts.stderr ?? '';
    this.exitCode = facts.exitCode ?? null;
    this.details = facts.details ?? {};
  }
}

export function isGitError(error: unknown, kind?: GitErrorKind): error is GitError {
  return error instanceof GitError && (kind === undefined || error.kind === kind);
}

// Order matters: the first match wins, so the causes stand before the general complaints that follow them.
const PATTERNS: readonly [RegExp, GitErrorKind][] = [
  [/no space left on device|disk quota exceeded|write error: .*space/i, 'disk_full'],
  [/exceeds maximum allowed size|exceeds maximum input size|pack exceeds/i, 'too_large'],
  [
    /cannot lock ref '.*': (is at|expected|reference already exists|reference is missing|unable to resolve reference)/i,
    'stale_ref',
  ],
  [/cannot lock ref '.*': '.*' exists; cannot create/i, 'conflict'],
  [
    /unable to create '.*\.lock': file exists|another git process seems to be running|cannot lock ref|could not lock/i,
    'locked',
  ],
  [/cannot process '.*' and '.*' at the same time|multiple updates for ref/i, 'invalid_ref'],
  [
    /invalid ref format|bad ref name|is not a valid (branch|ref|tag) name|invalid refname|refusing to update ref with bad name/i,
    'invalid_ref',
  ],
  [/option '.*' must come before non-option arguments|unknown option|unrecognized argument/i, 'invalid_ref'],
  [
    /is corrupt|object file .* is empty|loose object .* corrupt|packfile .* cannot be accessed|inflate: data stream error|bad object header/i,
    'corrupt',
  ],
  [/does not exist in|no such path|path .* does not exist|exists on disk, but not in/i, 'not_found'],
  [
    /not a valid object name|bad revision|unknown revision|invalid object name|bad object|not our ref|no such ref|not a git repository|does not appear to be a git repository|needed a single revision|could not get object info|ambiguous argument|not a valid commit name|could not parse commit|not something we can merge/i,
    'not_found',
  ],
  [/has only \d+ lines?/i, 'not_found'],
  [/merge conflict|conflict \(/i, 'conflict'],
  [/pre-receive hook declined|remote rejected|deny updating|hidden ref/i, 'rejected'],
];

/** Turns what git printed into a kind. Messages come in the C locale, which the environment guarantees. */
export function classifyStderr(stderr: string): GitErrorKind {
  for (const [pattern, kind] of PATTERNS) {
    if (pattern.test(stderr)) return kind;
  }
  return 'failed';
}

export function errorFromExit(command: string, exitCode: number | null, stderr: string): GitError {
  const firstLine = stderr.split('\n').find((line) => line.trim() !== '') ?? '';
  const kind = classifyStderr(stderr);
  return new GitError(kind, `git ${command} failed: ${firstLine.slice(0, 300) || `exit code ${String(exitCode)}`}`, {
    stderr: stderr.slice(0, 8192),
    exitCode,
  });
}

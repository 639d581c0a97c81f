import { assertObjectId } from '../objects/object-id.ts';
import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { GitError } from '../process/git-error.ts';
import type { GitConfigPairs } from '../process/git-environment.ts';
import { runGit } from '../process/run-git.ts';
import { formatSignature } from './identity.ts';
import type { Identity } from './identity.ts';

const MAX_MESSAGE_BYTES = 1024 * 1024;

export interface NewCommit {
  treeOid: string;
  parents: readonly string[];
  message: string;
  author: Identity;
  committer: Identity;
}

/** The parts of an existing commit that a copy of it keeps, as bytes: odd encodings and dates survive. */
export interface CommitParts {
  treeOid: string;
  parents: string[];
  authorLine: Buffer;
  encodingLine: Buffer | null;
  message: Buffer;
}

/** Stores a commit; no ref moves. */
export async function commitTree(repo: string, commit: NewCommit): Promise<string> {
  const message = cleanMessage(commit.message);
  const header = [
    `tree ${assertObjectId(commit.treeOid)}`,
    ...commit.parents.map((parent) => `parent ${assertObjectId(parent)}`),
    `author ${formatSignature(commit.author)}`,
    `committer ${formatSignature(commit.committer)}`,
  ];
  return storeCommit(repo, Buffer.from(`${header.join('\n')}\n\n${message}`));
}

/** A copy of a commit on other parents with another tree. The author stays, a signature does not (it would be wrong). */
export async function copyCommit(
  repo: string,
  parts: CommitParts,
  changes: { treeOid: string; parents: readonly string[]; committer: Identity; message?: string },
): Promise<string> {
  const lines: Buffer[] = [Buffer.from(`tree ${assertObjectId(changes.treeOid)}\n`)];
  for (const parent of changes.parents) lines.push(Buffer.from(`parent ${assertObjectId(parent)}\n`));
  lines.push(parts.authorLine, Buffer.from(`\ncommitter ${formatSignature(changes.committer)}\n`));
  // A new message is ours, in UTF-8, whatever the old one declared.
  if (parts.encodingLine !== null && changes.message === undefined) lines.push(parts.encodingLine, Buffer.from('\n'));
  lines.push(
    Buffer.from('\n'),
    changes.message === undefined ? parts.message : Buffer.from(cleanMessage(changes.message)),
  );
  return storeCommit(repo, Buffer.concat(lines));
}

export async function readCommitParts(repo: string, sha: string): Promise<CommitParts> {
  const answer = await sharedCatFiles().contents(repo, assertObjectId(sha));
  if (answer === null || answer.type !== 'commit')
    throw new GitError('not_found', 'No such commit.', { details: { rev: sha } });
  const blank = answer.content.indexOf('\n\n');
  const header = answer.content.subarray(0, blank === -1 ? undefined : blank);
  const text = header.toString('latin1');
  const line = (pattern: RegExp): Buffer | null => {
    const match = pattern.exec(text);
    return match === null ? null : header.subarray(match.index, match.index + match[0].length);
  };
  return {
    treeOid: /^tree ([0-9a-f]+)/.exec(text)?.[1] ?? '',
    // Only the header lines before the author: a signature may hold anything.
    parents: [...text.slice(0, text.indexOf('\nauthor ')).matchAll(/^parent ([0-9a-f]+)$/gm)].map(
      (match) => match[1] ?? '',
    ),
    authorLine: line(/^author .*$/m) ?? Buffer.from('author Unknown <unknown> 0 +0000'),
    encodingLine: line(/^encoding .*$/m),
    message: blank === -1 ? Buffer.alloc(0) : answer.content.subarray(blank + 2),
  };
}

/** A commit that exists only to give `merge-tree` the ancestor we want. */
export async function placeholderCommit(
  repo: string,
  treeOid: string,
  parents: readonly string[],
  config: GitConfigPairs = [],
): Promise<string> {
  const person = 'tributary <tributary@localhost> 0 +0000';
  const header = [
    `tree ${treeOid}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${person}`,
    `committer ${person}`,
  ];
  return storeCommit(repo, Buffer.from(`${header.join('\n')}\n\n`), config);
}

async function storeCommit(repo: string, content: Buffer, config: GitConfigPairs = []): Promise<string> {
  const output = await runGit(repo, ['hash-object', '-t', 'commit', '-w', '--stdin'], { stdin: content, config });
  return output.toString('latin1').trim();
}

/** A message with a null character would be stored in part only by some versions of git and cut off by others. */
export function assertNoNull(message: string): void {
  if (message.includes('\0'))
    throw new GitError('invalid_text', 'A message has a null character.', { details: { code: 'null_character' } });
}

/** The message as it was sent, without what a commit cannot hold; forms send their lines with CRLF. */
function cleanMessage(message: string): string {
  assertNoNull(message);
  const text = message.toWellFormed().replaceAll('\r\n', '\n');
  if (text.trim() === '')
    throw new GitError('rejected', 'A commit message is required.', { details: { code: 'message_blank' } });
  if (Buffer.byteLength(text) > MAX_MESSAGE_BYTES) throw new GitError('too_large', 'The commit message is too long.');
  return text;
}

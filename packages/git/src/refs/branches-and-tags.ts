import { ZERO_OID, assertObjectId } from '../objects/object-id.ts';
import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { GitError } from '../process/git-error.ts';
import { runGit } from '../process/run-git.ts';
import { formatSignature } from '../merge/identity.ts';
import { assertNoNull } from '../merge/write-commit.ts';
import type { Identity } from '../merge/identity.ts';
import { readRef } from './read-ref.ts';
import { branchRef, refNameProblemText, tagRef, validateBranchName, validateTagName } from './ref-name.ts';
import type { RefNameProblem } from './ref-name.ts';
import { updateRefs } from './update-refs.ts';

const MAX_TAG_MESSAGE_BYTES = 1024 * 1024;

/** Throws `invalid_ref` for a refused name, `conflict` when it exists, or when `a/b` cannot stand beside `a`. */
export async function createBranch(repo: string, name: string, sha: string): Promise<void> {
  assertName(validateBranchName(name));
  const commit = await sharedCatFiles().info(repo, assertObjectId(sha));
  if (commit?.type !== 'commit') throw new GitError('not_found', 'No such commit.', { details: { sha } });
  await createRef(repo, branchRef(name), sha);
}

/** `expectedSha` is what the caller saw; a branch that moved since stays (`stale_ref`). */
export async function deleteBranch(repo: string, name: string, expectedSha: string): Promise<void> {
  await updateRefs(repo, [{ ref: branchRef(name), oldSha: expectedSha, newSha: ZERO_OID }]);
}

export interface NewTag {
  name: string;
  sha: string;
  /** With a message the tag is an object of its own. */
  message?: string;
  tagger?: Identity;
}

/** Returns what the tag points at: the new tag object, or `sha`. */
export async function createTag(repo: string, tag: NewTag): Promise<string> {
  assertName(validateTagName(tag.name));
  const target = await sharedCatFiles().info(repo, assertObjectId(tag.sha));
  if (target === null) throw new GitError('not_found', 'No such object.', { details: { sha: tag.sha } });
  if ((await readRef(repo, tagRef(tag.name))) !== undefined) throw exists(tagRef(tag.name));
  const sha = tag.message === undefined || tag.message === '' ? tag.sha : await writeTagObject(repo, tag, target.type);
  await createRef(repo, tagRef(tag.name), sha);
  return sha;
}

export async function deleteTag(repo: string, name: string, expectedSha: string): Promise<void> {
  await updateRefs(repo, [{ ref: tagRef(name), oldSha: expectedSha, newSha: ZERO_OID }]);
}

/** Stores an annotated tag without a ref, for callers that move refs themselves. `type` is that of the object tagged. */
export async function writeTagObject(repo: string, tag: NewTag, type: string): Promise<string> {
  const message = tag.message ?? '';
  if (tag.tagger === undefined) throw new GitError('rejected', 'A tag with a message needs a tagger.');
  if (Buffer.byteLength(message) > MAX_TAG_MESSAGE_BYTES) throw new GitError('too_large', 'The message is too long.');
  assertNoNull(message);
  const text = message.replace(/\s*$/, '\n');
  const content = `object ${tag.sha}\ntype ${type}\ntag ${tag.name}\ntagger ${formatSignature(tag.tagger)}\n\n${text}`;
  const output = await runGit(repo, ['hash-object', '-t', 'tag', '-w', '--stdin'], { stdin: content });
  return output.toString('latin1').trim();
}

async function createRef(repo: string, ref: string, sha: string): Promise<void> {
  try {
    await updateRefs(repo, [{ ref, oldSha: ZERO_OID, newSha: sha }]);
  } catch (error) {
    if (error instanceof GitError && error.kind === 'stale_ref') throw exists(ref);
    throw error;
  }
}

function exists(ref: string): GitError {
  return new GitError('conflict', 'The name is taken.', { details: { ref } });
}

function assertName(problem: RefNameProblem | null): void {
  if (problem !== null) throw new GitError('invalid_ref', refNameProblemText(problem), { details: { problem } });
}

import { pipeline } from 'node:stream/promises';
import { GitError } from '../process/git-error.ts';
import { streamGit } from '../process/run-git.ts';
import { startDiff } from './stream-diff.ts';

const TIMEOUT_MS = 60_000;
/** One short line comes out. */
const MAX_OUTPUT_BYTES = 1_000;

/**
 * The name of a change as `git patch-id --stable` gives it: the same wherever its lines stand and in whatever order its files
 * come. Null when nothing changed. Two processes that hand the patch on; none of it is kept.
 */
export async function readPatchId(repo: string, ends: { from: string; to: string }): Promise<string | null> {
  // Of files without lines only their full ids tell them apart.
  const diff = startDiff(repo, ['-p', '--full-index'], { ...ends, timeoutMs: TIMEOUT_MS });
  const naming = streamGit(repo, ['patch-id', '--stable'], { timeoutMs: TIMEOUT_MS });
  const named = textOf(naming.stdout);
  named.catch(() => undefined);
  await pipeline(diff.stdout, naming.stdin);
  await Promise.all([diff.finished, naming.finished]);
  const id = /^[0-9a-f]{40,64}/.exec(await named)?.[0];
  return id ?? null;
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    if (Buffer.isBuffer(chunk)) text += chunk.toString('latin1');
    if (text.length > MAX_OUTPUT_BYTES) throw new GitError('too_large', 'git patch-id printed more than one line');
  }
  return text;
}

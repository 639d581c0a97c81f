import { streamGit } from '../process/run-git.ts';
import { assertObjectId, assertRev } from './object-id.ts';

/** Where a commit stands in a list that is newest first. */
export interface ListPosition {
  /** From 0. */
  position: number;
  newer: string | null;
  older: string | null;
}

const LIST_TIMEOUT_MS = 30_000;

/**
 * Looks for a commit among those that `rev` has and `notRevs` have not, children before parents. One process, which is
 * ended as soon as the commit and the one after it are told; undefined when it is not among them.
 */
export async function positionInList(
  repo: string,
  range: { rev: string; notRevs: readonly string[] },
  sha: string,
): Promise<ListPosition | undefined> {
  const wanted = assertObjectId(sha);
  const stream = streamGit(repo, ['rev-list', '--topo-order'], {
    revs: [assertRev(range.rev), ...range.notRevs.map((rev) => `^${assertRev(rev)}`)],
    timeoutMs: LIST_TIMEOUT_MS,
  });
  stream.stdin.end();
  let rest = '';
  let position = 0;
  let newer: string | null = null;
  let found: ListPosition | undefined;
  for await (const chunk of stream.stdout) {
    if (!Buffer.isBuffer(chunk)) continue;
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (found) return { ...found, older: line };
      if (line === wanted) found = { position, newer, older: null };
      newer = line;
      position += 1;
    }
  }
  await stream.finished;
  return found;
}

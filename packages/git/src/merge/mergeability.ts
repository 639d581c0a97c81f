import { assertObjectId } from '../objects/object-id.ts';
import { GitError, errorFromExit } from '../process/git-error.ts';
import type { GitConfigPairs } from '../process/git-environment.ts';
import { runGitResult } from '../process/run-git.ts';
import { MergeTreeReader } from './merge-tree-output.ts';
import type { MergeConflict, MergeTreeResult } from './merge-tree-output.ts';
import { withScratchObjects } from './scratch-objects.ts';

export interface MergeResult {
  clean: boolean;
  /** The merged tree. From `mergeability` it is only computed, not stored. Null when there is none. */
  treeOid: string | null;
  conflicts: MergeConflict[];
  /** Why there could be no merge at all. */
  problem: 'unrelated_histories' | 'missing_commit' | null;
}

export interface MergePair {
  target: string;
  source: string;
}

const BATCH_TIMEOUT_MS = 5 * 60_000;
const SINGLE_TIMEOUT_MS = 60_000;

interface MergeTreeOptions {
  env?: Readonly<Record<string, string>>;
  config?: GitConfigPairs;
  allowUnrelated?: boolean;
}

/** Would merging `source` into `target` work? Stores nothing, moves nothing. */
export async function mergeability(repo: string, target: string, source: string): Promise<MergeResult> {
  return withScratchObjects(repo, (scratch) => mergeTree(repo, target, source, scratch));
}

/** The same for many pairs with (nearly always) one process; answers in the order of the pairs. */
export async function batchMergeability(repo: string, pairs: readonly MergePair[]): Promise<MergeResult[]> {
  for (const { target, source } of pairs) [target, source].forEach(assertObjectId);
  return withScratchObjects(repo, async (scratch) => {
    const results: MergeResult[] = [];
    while (results.length < pairs.length) {
      results.push(...(await runBatch(repo, pairs.slice(results.length), scratch)));
      const next = pairs[results.length];
      // git gives up a batch at a pair it cannot merge at all: ask about that pair alone, then go on behind it.
      if (next !== undefined) results.push(await mergeTree(repo, next.target, next.source, scratch));
    }
    return results;
  });
}

/** One merge of two commits. With the repository's own objects the resulting tree is stored. */
export async function mergeTree(
  repo: string,
  target: string,
  source: string,
  options: MergeTreeOptions = {},
): Promise<MergeResult> {
  const args = ['merge-tree', '--write-tree', '-z', '--messages'];
  if (options.allowUnrelated === true) args.push('--allow-unrelated-histories');
  const { stdout, stderr, exitCode } = await runGitResult(repo, args, {
    revs: [assertObjectId(target), assertObjectId(source)],
    env: options.env,
    config: options.config,
    okExitCodes: [1, 128],
    timeoutMs: SINGLE_TIMEOUT_MS,
  });
  const result = exitCode === 128 ? undefined : new MergeTreeReader(stdout).readAnswer(exitCode === 0);
  if (result !== undefined) return withoutProblem(result);
  if (/unrelated histories/.test(stderr)) return failed('unrelated_histories');
  const error = errorFromExit('merge-tree', exitCode, stderr);
  if (error.kind === 'not_found') return failed('missing_commit');
  throw error;
}

async function runBatch(repo: string, pairs: readonly MergePair[], options: MergeTreeOptions): Promise<MergeResult[]> {
  const { stdout } = await runGitResult(repo, ['merge-tree', '--stdin', '--messages'], {
    stdin: pairs.map(({ target, source }) => `${target} ${source}\n`).join(''),
    env: options.env,
    config: options.config,
    okExitCodes: [1, 128],
    timeoutMs: BATCH_TIMEOUT_MS,
    maxOutputBytes: 256 * 1024 * 1024,
  });
  const reader = new MergeTreeReader(stdout);
  const results: MergeResult[] = [];
  while (!reader.isAtEnd && results.length < pairs.length) {
    const result = reader.readBatchAnswer();
    if (result === undefined) break;
    results.push(withoutProblem(result));
  }
  return results;
}

function withoutProblem(result: MergeTreeResult): MergeResult {
  return { ...result, problem: null };
}

function failed(problem: 'unrelated_histories' | 'missing_commit'): MergeResult {
  return { clean: false, treeOid: null, conflicts: [], problem };
}

/** The tree of a clean merge; throws when there is none for another reason than conflicts. */
export function assertPossible(result: MergeResult): void {
  if (result.problem === 'missing_commit') throw new GitError('not_found', 'A commit of the merge is missing.');
  if (result.problem === 'unrelated_histories') {
    throw new GitError('rejected', 'The branches have no common history.', {
      details: { code: 'unrelated_histories' },
    });
  }
}

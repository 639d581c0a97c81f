import { assertObjectId } from '../objects/object-id.ts';
import { GitError, errorFromExit } from '../process/git-error.ts';
import type { GitConfigPairs } from '../process/git-environment.ts';
import { runGitResult } from '../process/run-git.ts';
import { MergeTreeReader } from './merge-tree-output.ts';
import type { MergeConflict, MergeTreeResult } from './merge-tree-output.ts';
import { withMergeAttributes } from './merge-attributes.ts';
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

/**
 * One merge of two commits, as the `.gitattributes` of the target say. With the repository's own objects the resulting tree
 * is stored.
 */
export async function mergeTree(
  repo: string,
  target: string,
  source: string,
  options: MergeTreeOptions = {},
): Promise<MergeResult> {
  const { result, mergedPaths } = await mergeOnce(repo, target, source, options);
  return (await mergeAsAttributed(repo, { target, source }, mergedPaths, options)) ?? result;
}

type Merged = { result: MergeResult; mergedPaths: readonly string[] };

/** Undefined when no attribute says anything about the files that were merged, as nearly always: then that result stands. */
async function mergeAsAttributed(
  repo: string,
  { target, source }: MergePair,
  mergedPaths: readonly string[],
  options: MergeTreeOptions,
): Promise<MergeResult | undefined> {
  const merged = await withMergeAttributes(repo, target, mergedPaths, (config) =>
    mergeOnce(repo, target, source, { ...options, config: [...(options.config ?? []), ...config] }),
  );
  return merged?.result;
}

async function mergeOnce(repo: string, target: string, source: string, options: MergeTreeOptions): Promise<Merged> {
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
  if (/unrelated histories/.test(stderr)) return notMerged('unrelated_histories');
  const error = errorFromExit('merge-tree', exitCode, stderr);
  if (error.kind === 'not_found') return notMerged('missing_commit');
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
    const pair = pairs[results.length];
    const merged = withoutProblem(result);
    const attributed = pair && (await mergeAsAttributed(repo, pair, merged.mergedPaths, options));
    results.push(attributed ?? merged.result);
  }
  return results;
}

function withoutProblem({ mergedPaths, ...result }: MergeTreeResult): Merged {
  return { result: { ...result, problem: null }, mergedPaths };
}

function notMerged(problem: 'unrelated_histories' | 'missing_commit'): Merged {
  return { result: { clean: false, treeOid: null, conflicts: [], problem }, mergedPaths: [] };
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

import type {
  DiffsBatch,
  DiffFileSummary,
  DiffsMetadata,
  DiffsMetadataAnswer,
} from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffsAddresses } from '@tributary/contract/merge-requests/page.ts';
import type { Question } from '../lib/answers.ts';
import { api, type QueryValue } from '../lib/http.ts';
import { serverPollInterval } from '../lib/poll-interval.ts';

/** Which comparison is shown: view, whitespace, version or commit, as in the address. */
export type DiffParams = {
  view: 'inline' | 'parallel';
  w: 0 | 1;
  diff_id?: string | undefined;
  start_sha?: string | undefined;
  commit_id?: string | undefined;
  /** What merging would bring today. */
  diff_head?: 'true' | undefined;
  /** What the commits that give context changed. */
  only_context_commits?: 'true' | undefined;
  /** `<base>..<head>`, where these move with the branches. */
  compared?: string | undefined;
};

/** Which lines are compared; how they are shown is the browser's alone. */
export type DiffRange = Omit<DiffParams, 'view'>;

/** Names what is compared, however its lines are shown: the files are the same with white space and without. */
export function comparisonOf({ w: _w, ...compared }: DiffRange): string {
  return JSON.stringify(compared);
}

/** What the address says beside a commit, taken out of it. */
export const ALL_CHANGES = { start_sha: null, diff_id: null, diff_head: null, only_context_commits: null };

const BUILDING_POLL_MS = 1_000;

/** When the server wants to be asked again for what is being made, as it said last; negative: never. */
let buildingMs = BUILDING_POLL_MS;

/** Null: never, someone reloads the page. */
export const buildingPauseMs = (): number | null => (buildingMs < 0 ? null : buildingMs);

export function diffQuery(params: DiffParams): Record<string, QueryValue> {
  return { ...params };
}

/**
 * Names and counts of all changed files; asks again while the index is being made. `head` tells answers of one version
 * from those of a later one, where the address names none.
 */
export function diffsMetadata(
  addresses: DiffsAddresses,
  range: DiffRange,
  head: string | null,
): Question<DiffsMetadataAnswer> {
  return {
    key: ['merge-requests', 'diffs-metadata', addresses.metadataPath, range, head],
    ask: async ({ signal, isFirst }) => {
      const of = { query: { ...range }, signal, takesAhead: isFirst };
      const response = await api.raw('GET', addresses.metadataPath, of);
      buildingMs = serverPollInterval(response, BUILDING_POLL_MS);
      const answer = (await response.json()) as DiffsMetadataAnswer;
      if (isReady(answer)) answer.diff_files.forEach(sharePaths);
      return answer;
    },
    askAgainMs: (answer) => (isComplete(answer) ? null : buildingPauseMs()),
    freshMs: 60_000,
  };
}

/** Paths that are the same are one text in memory: read from JSON they are one each, of each of thousands of files. */
function sharePaths(file: DiffFileSummary): void {
  if (file.old_path === file.new_path) file.old_path = file.new_path;
  if (file.file_path === file.new_path) file.file_path = file.new_path;
}

/** Nothing of it will come later: neither the index nor the counts. */
function isComplete(answer: DiffsMetadataAnswer | undefined): boolean {
  return answer === undefined || (answer.status === 'ready' && answer.counts_ready);
}

export function isReady(answer: DiffsMetadataAnswer | undefined): answer is DiffsMetadata {
  return answer?.status === 'ready';
}

export function fetchDiffBatch(
  addresses: DiffsAddresses,
  params: DiffParams,
  batch: readonly number[],
  signal: AbortSignal,
): Promise<DiffsBatch> {
  const query = { ...params, only: batch.join() };
  return api.get<DiffsBatch>(addresses.batchPath, { query, signal, takesAhead: true });
}

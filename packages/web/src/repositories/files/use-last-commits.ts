import type { CommitSummary, TreeView } from '@tributary/contract/projects/repository-views.ts';
import { useQueries } from '@tanstack/react-query';
import { queryClient } from '../../app/query-client.ts';
import { messageOf } from '../../lib/app-error.ts';
import { lastCommits } from '../queries.ts';

/** Entries that the server answers for at once. */
const BATCH = 200;

export type LastCommits = {
  /** By entry path; what is missing is not known yet, or could not be found in time. */
  commits: ReadonlyMap<string, CommitSummary>;
  isLoading: boolean;
  problem: string | null;
  retry: () => void;
};

/** Who changed each entry last, part by part from the top. */
export function useLastCommits(tree: TreeView): LastCommits {
  const offsets = Array.from({ length: Math.ceil(tree.entries.length / BATCH) }, (_, at) => at * BATCH);
  return useQueries(
    {
      queries: offsets.map((offset) => lastCommits(tree.lastCommitsPath, offset)),
      combine: (results) => {
        const failed = results.find((result) => result.isError);
        return {
          // A map: files may be named like what every object has (`constructor`, `__proto__`).
          commits: new Map(results.flatMap((result) => Object.entries(result.data?.commits ?? {}))),
          isLoading: results.some(
            (result) => result.isPending || (result.data !== undefined && result.data.againMs > 0),
          ),
          problem: failed === undefined ? null : messageOf(failed.error),
          retry: () => {
            for (const result of results) if (result.isError) void result.refetch();
          },
        };
      },
    },
    queryClient,
  );
}

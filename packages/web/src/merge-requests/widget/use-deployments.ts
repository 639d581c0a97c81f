import type { WidgetDeployment } from '@tributary/contract/environments/page.ts';
import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../app/query-client.ts';
import { useDeploymentChanges } from '../../environments/use-deployment-changes.ts';
import { api } from '../../lib/http.ts';

const FIRST_MS = 30_000;
const LONGEST_MS = 240_000;
const FACTOR = 4;

/** Changes arrive by messages; asking is for what they missed, and so less and less often. */
export function nextPollMs(answers: number): number {
  return Math.min(FIRST_MS * FACTOR ** Math.max(0, answers - 1), LONGEST_MS);
}

export type Deployments = { found: WidgetDeployment[]; isError: boolean; refresh: () => Promise<void> };

/** Deployments of the newest commit, and once it is merged those of the merge. */
export function useDeployments(data: WidgetData): Deployments {
  const path = data.ci_environments_status_path ?? '';
  const isMerged = data.state === 'merged';
  const queryKey = ['merge-requests', 'deployments', path];
  const { data: found = [], isError } = useQuery(
    {
      queryKey: [...queryKey, data.diff_head_sha, isMerged],
      queryFn: async ({ signal }) => {
        const merged = isMerged
          ? await api.get<WidgetDeployment[]>(`${path}?environment_target=merge_commit`, { signal })
          : [];
        // What was deployed of the merge is what counts then.
        return merged.length > 0 ? merged : api.get<WidgetDeployment[]>(path, { signal });
      },
      enabled: path !== '',
      refetchInterval: ({ state }) => nextPollMs(state.dataUpdateCount),
    },
    queryClient,
  );
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  useDeploymentChanges(data.target_project_id, () => void refresh());
  return { found, isError, refresh };
}

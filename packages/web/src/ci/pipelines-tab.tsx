import type { PipelinesAnswer } from '@tributary/contract/ci/pipeline-page.ts';
import { useQuery } from '@tanstack/react-query';
import { CirclePlay } from 'lucide-react';
import { queryClient } from '../app/query-client.ts';
import { messageOf } from '../lib/app-error.ts';
import { api } from '../lib/http.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { PipelineTable } from './pipeline-table.tsx';
import { usePipelineChanges } from './use-pipeline-changes.ts';

const POLL_MS = 10_000;

/** The pipelines of a merge request. */
export default function PipelinesTab({ path, projectId }: { path: string; projectId: number }) {
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['ci', 'pipelines', path],
      queryFn: ({ signal }) => api.get<PipelinesAnswer>(path, { signal }),
      refetchInterval: POLL_MS,
    },
    queryClient,
  );
  const reload = async () => void (await refetch());
  usePipelineChanges(
    projectId,
    () => true,
    () => void reload(),
  );
  if (data && data.pipelines.length > 0) {
    return <PipelineTable pipelines={data.pipelines} label="Pipelines" onChanged={reload} />;
  }
  if (data) {
    return (
      <EmptyState
        icon={CirclePlay}
        title="There are currently no pipelines"
        text="Pipelines run when the configuration has jobs for this merge request, or when another system reports one."
      />
    );
  }
  if (error) {
    return <ErrorState title="The pipelines could not be loaded" text={messageOf(error)} onRetry={reload} />;
  }
  return <SkeletonRows rows={4} label="Loading the pipelines" />;
}

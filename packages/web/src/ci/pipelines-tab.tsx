import type { PipelinesAnswer } from '@tributary/contract/ci/pipeline-page.ts';
import { useQuery } from '@tanstack/react-query';
import { CirclePlay } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../app/query-client.ts';
import { messageOf } from '../lib/app-error.ts';
import { api } from '../lib/http.ts';
import { Button } from '../ui/button.tsx';
import { confirm } from '../ui/confirm.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.tsx';
import { PipelineTable } from './pipeline-table.tsx';
import { usePipelineChanges } from './use-pipeline-changes.ts';

const POLL_MS = 10_000;

const FORK_QUESTION = {
  title: 'Run a pipeline for a merge request from a fork?',
  text: 'The pipeline runs code of the fork in this project, with its runners and its variables that are not protected. Review the changes before you run it. If you are not sure, ask a maintainer.',
  action: 'Run pipeline',
};

type RunProps = NonNullable<PipelinesAnswer['run']> & { onDone: () => Promise<void> };

function RunButton({ path, runs_fork_code: runsForkCode, onDone }: RunProps) {
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    if (runsForkCode && !(await confirm(FORK_QUESTION))) return;
    setBusy(true);
    try {
      await api.post(path);
      await onDone();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="primary" busy={isBusy} onClick={() => void run()}>
      Run pipeline
    </Button>
  );
}

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
  const run = data?.run && <RunButton {...data.run} onDone={reload} />;
  if (data && data.pipelines.length > 0) {
    return (
      <>
        {run && <div className="flex justify-end pb-3">{run}</div>}
        <PipelineTable pipelines={data.pipelines} label="Pipelines" onChanged={reload} />
      </>
    );
  }
  if (data) {
    return (
      <EmptyState
        action={run}
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

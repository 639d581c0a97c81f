import type { PageJob, PipelinePageData } from '@tributary/contract/ci/pipeline-page.ts';
import { useCallback } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { GraphCanvas } from './graph-canvas.tsx';
import { GraphGroup, GraphJob } from './graph-job.tsx';
import { LinkedPipelines } from './linked-pipelines.tsx';

type Done = () => void | Promise<void>;

const renderGroup = (jobs: readonly PageJob[]) => <GraphGroup jobs={jobs} />;

/** The jobs of a pipeline between the pipelines that it is linked to. */
export function PipelineGraph({ data, onChanged }: { data: PipelinePageData; onChanged: Done }) {
  const { stages, needs, linked } = data;
  const { url } = usePageUrl();
  const renderJob = useCallback((job: PageJob) => <GraphJob job={job} onChanged={onChanged} />, [onChanged]);
  return (
    <GraphCanvas<PageJob>
      stages={stages}
      needs={needs}
      renderJob={renderJob}
      renderGroup={renderGroup}
      startsByNeeds={url.pathname.endsWith('/dag')}
      before={<LinkedPipelines title="Upstream" items={linked.upstream ? [linked.upstream] : []} />}
      after={<LinkedPipelines title="Downstream" items={linked.downstream} />}
    />
  );
}

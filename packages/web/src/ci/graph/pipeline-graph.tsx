import type { PageJob, PipelinePageData } from '@tributary/contract/ci/pipeline-page.ts';
import { GraphCanvas } from './graph-canvas.tsx';
import { GraphJob } from './graph-job.tsx';
import { LinkedPipelines } from './linked-pipelines.tsx';

type Done = () => void | Promise<void>;

/** The jobs of a pipeline between the pipelines that it is linked to. */
export function PipelineGraph({ data, onChanged }: { data: PipelinePageData; onChanged: Done }) {
  const { stages, needs, linked } = data;
  return (
    <GraphCanvas<PageJob>
      stages={stages}
      needs={needs}
      renderJob={(job) => <GraphJob job={job} onChanged={onChanged} />}
      before={<LinkedPipelines title="Upstream" items={linked.upstream ? [linked.upstream] : []} />}
      after={<LinkedPipelines title="Downstream" items={linked.downstream} />}
    />
  );
}

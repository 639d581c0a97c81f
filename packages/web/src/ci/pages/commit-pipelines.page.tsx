import type { CommitPipelinesPageData } from '@tributary/contract/ci/pipeline-page.ts';
import { CirclePlay } from 'lucide-react';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { ListPages } from '../../projects/containers/project-list.tsx';
import { CommitHeader } from '../../repositories/commits/commit-header.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PipelineTable } from '../pipeline-table.tsx';
import { usePipelineChanges } from '../use-pipeline-changes.ts';

/** The pipelines that ran for one commit. */
export default function CommitPipelinesPage() {
  const { data } = usePage<CommitPipelinesPageData>();
  const { commit, pipelines, paging, projectId } = data;
  usePipelineChanges(
    projectId,
    ({ sha }) => sha === commit.sha,
    () => void reloadPage(),
  );
  return (
    <PageBody width="full">
      <CommitHeader data={data} tab="pipelines" />
      {pipelines.length > 0 && <PipelineTable pipelines={pipelines} label="Pipelines" onChanged={reloadPage} />}
      {pipelines.length === 0 && paging.page > 1 && <PageBeyond />}
      {pipelines.length === 0 && paging.page === 1 && (
        <EmptyState
          icon={CirclePlay}
          title="There are currently no pipelines"
          text="No pipeline has run for this commit."
        />
      )}
      <ListPages paging={paging} />
    </PageBody>
  );
}

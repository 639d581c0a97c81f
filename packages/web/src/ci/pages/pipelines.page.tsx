import type { PipelinesPageData } from '@tributary/contract/ci/pipeline-page.ts';
import { CirclePlay, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { reloadPage, usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { ListPages } from '../../projects/containers/project-list.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { pipelineFilterFields } from '../filter-fields.ts';
import { ClearCaches } from '../runners/clear-caches.tsx';
import { PipelineIdTypeSelect } from '../pipeline-id-type.tsx';
import { PipelineTable } from '../pipeline-table.tsx';
import { usePipelineChanges } from '../use-pipeline-changes.ts';

const SCOPES = [
  { key: 'all', label: 'All' },
  { key: 'finished', label: 'Finished' },
  { key: 'branches', label: 'Branches' },
  { key: 'tags', label: 'Tags' },
] as const;

const NO_FILTERS = {
  username: null,
  ref: null,
  tag: null,
  status: null,
  source: null,
  search: null,
  scope: null,
  page: null,
};

function Nothing({ data }: { data: PipelinesPageData }) {
  const { setSearch } = usePageUrl();
  const isFiltered = data.scope !== 'all' || Object.values(data.filters).some((value) => value !== null);
  if (data.paging.page > 1) return <PageBeyond />;
  if (isFiltered) {
    return (
      <EmptyState
        icon={SearchX}
        title="No matching pipelines"
        text="Change or remove the filters."
        action={<Button onClick={() => void setSearch(NO_FILTERS)}>Remove all filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={CirclePlay}
      title="There are currently no pipelines"
      text="Add a file named .gitlab-ci.yml. To run its jobs, create a runner under Settings, Runners, or start the server with npm start -- --runner."
      action={
        <>
          {data.canRun && (
            <Button asChild variant="primary">
              <a href={`/${data.projectPath}/-/ci/editor`}>Create a pipeline configuration</a>
            </Button>
          )}
          <Button asChild>
            <a href="/help/ci-cd">Read about CI/CD</a>
          </Button>
        </>
      }
    />
  );
}

export default function PipelinesPage() {
  const { data } = usePage<PipelinesPageData>();
  const { search, hrefWith } = usePageUrl();
  const fields = useMemo(() => pipelineFilterFields(data.projectId), [data.projectId]);
  usePipelineChanges(
    data.projectId,
    () => true,
    () => void reloadPage(),
  );
  return (
    <PageBody width="full">
      <PageHeader
        title="Pipelines"
        actions={
          data.canRun && (
            <>
              {data.canClearCaches && <ClearCaches projectPath={data.projectPath} />}
              <Button asChild>
                <a href={`/${data.projectPath}/-/ci/editor`}>Edit configuration</a>
              </Button>
              <Button asChild variant="primary">
                <a href={`/${data.projectPath}/-/pipelines/new`}>Run pipeline</a>
              </Button>
            </>
          )
        }
      />
      <LinkTabs
        label="Pipelines"
        items={SCOPES.map(({ key, label }) => ({
          key,
          label,
          active: data.scope === key,
          href: hrefWith({ scope: key === 'all' ? null : key, page: null }),
          count: key === 'all' && data.scope === 'all' ? (data.paging.total ?? undefined) : undefined,
        }))}
      />
      <div className="flex items-start gap-2 max-sm:mb-3 max-sm:flex-col max-sm:gap-0">
        <div className="w-full min-w-0 flex-1">
          <PageFilterBar fields={fields} placeholder="Filter pipelines, such as status:Failed" />
        </div>
        <div className="pt-3 max-sm:pt-0">
          <PipelineIdTypeSelect />
        </div>
      </div>
      {search.get('search') !== null && (
        <Banner tone="warning" className="mb-2">
          Raw text search is not currently supported. Please use the available search tokens.
        </Banner>
      )}
      {data.pipelines.length > 0 ? (
        <PipelineTable pipelines={data.pipelines} label="Pipelines" onChanged={reloadPage} />
      ) : (
        <Nothing data={data} />
      )}
      <ListPages paging={data.paging} />
    </PageBody>
  );
}

import type { LinkedPipelineItem, PipelinePageData } from '@tributary/contract/ci/pipeline-page.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CiStatusIcon } from '../pipeline-status.tsx';
import { GraphColumnItem } from './graph-column.tsx';
import { stageColumns } from './graph-columns.ts';
import { groupJobs } from './graph-groups.ts';
import { GraphGroup, GraphJob } from './graph-job.tsx';

/** A running pipeline of another project has no events here. */
const REFRESH_MS = 10_000;

/** The jobs of a linked pipeline, as its own page has them. */
function LinkedJobs({ item }: { item: LinkedPipelineItem }) {
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['ci', 'linked-pipeline', item.path],
      queryFn: async ({ signal }) =>
        (await api.get<PageData<PipelinePageData>>(shellPaths.page + item.path, { signal })).data,
      refetchInterval: ({ state }) => (state.data?.pipeline.active === true ? REFRESH_MS : false),
      staleTime: 0,
    },
    queryClient,
  );
  if (data === undefined) {
    if (error === null) return <Skeleton width="16rem" height="96px" />;
    return (
      <Banner
        tone="danger"
        live
        action={
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {messageOf(error)}
      </Banner>
    );
  }
  return (
    <ol
      aria-label={`Jobs of pipeline #${item.id}`}
      className="flex items-start gap-6 rounded-md border border-dashed p-3 max-sm:flex-col max-sm:items-stretch"
    >
      {stageColumns(groupJobs(data.stages, {}).stages).map((column) => (
        <GraphColumnItem
          key={column.key}
          as="h3"
          column={column}
          renderJob={(job) => <GraphJob job={job} onChanged={async () => void (await refetch())} />}
          renderGroup={(jobs) => <GraphGroup jobs={jobs} />}
        />
      ))}
      {data.stages.length === 0 && <li className="text-fg-muted">This pipeline has no jobs.</li>}
    </ol>
  );
}

/** Pipelines that started this one, or that it started. Each can show its jobs here. */
export function LinkedPipelines({
  title,
  items,
}: {
  title: 'Upstream' | 'Downstream';
  items: readonly LinkedPipelineItem[];
}) {
  const [openId, setOpenId] = useState<number | null>(null);
  if (items.length === 0) return null;
  const open = items.find(({ id }) => id === openId);
  const isBefore = title === 'Upstream';
  return (
    <section
      aria-label={title}
      className={`flex shrink-0 items-start gap-6 max-sm:flex-col max-sm:items-stretch max-sm:gap-2 ${isBefore ? 'flex-row-reverse' : ''}`}
    >
      <div className="w-56 shrink-0 max-sm:w-full">
        <h2 className="mb-2 font-medium">{title}</h2>
        <ul className="flex flex-col gap-2">
          {items.map(({ id, path, projectName, jobName, status, source }) => (
            <li key={id} className="flex min-w-0 items-start gap-2 rounded-md border bg-sunken px-2 py-1.5">
              <span className="mt-0.5">
                <CiStatusIcon status={status} />
              </span>
              <span className="min-w-0 flex-1">
                <a href={path} className="rounded-sm font-medium wrap-anywhere text-fg hover:text-accent-fg">
                  <bdi>{projectName}</bdi> #{id}
                </a>
                <span className="block text-sm wrap-anywhere text-fg-muted">
                  {source === 'parent_pipeline' ? 'Child pipeline' : 'Multi-project pipeline'} of <bdi>{jobName}</bdi>
                </span>
              </span>
              <IconButton
                icon={isBefore === (openId !== id) ? ChevronLeft : ChevronRight}
                label={`${openId === id ? 'Hide' : 'Show'} jobs of pipeline #${id}`}
                size="sm"
                aria-expanded={openId === id}
                onClick={() => setOpenId(openId === id ? null : id)}
              />
            </li>
          ))}
        </ul>
      </div>
      {open && <LinkedJobs key={open.id} item={open} />}
    </section>
  );
}

import type { LinkedPipelineItem } from '@tributary/contract/ci/pipeline-page.ts';
import { CiStatusIcon } from '../pipeline-status.tsx';

/** Pipelines that started this one, or that it started. */
export function LinkedPipelines({ title, items }: { title: string; items: readonly LinkedPipelineItem[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title} className="w-56 shrink-0 max-sm:w-full">
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
          </li>
        ))}
      </ul>
    </section>
  );
}

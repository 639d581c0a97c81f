import type { Page, PageRequest } from '@tributary/contract/core/paging.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { mayRunJobs } from '../operations/run-refusal.ts';
import { readableProjects } from '../runners/reads/readable-projects.ts';
import type { JobFilter } from '../store/list-jobs-store.ts';
import { type JobView, listJobs, viewJobs } from './jobs.ts';

/** A job in a list that may be of several projects. */
export type ListedJob = { access: ProjectAccess; view: JobView; mayUpdate: boolean };

/** Jobs for a page, the newest first. Those of projects that the actor may not see are left out. */
export async function listJobViews(ctx: Context, filter: JobFilter, request: PageRequest): Promise<Page<ListedJob>> {
  const page = await listJobs(ctx, filter, request);
  const projects = await readableProjects(
    ctx,
    page.items.map((job) => job.project_id),
  );
  const items: ListedJob[] = [];
  for (const access of projects.values()) {
    const own = page.items.filter((job) => job.project_id === access.project.id);
    const runnable = new Map<string, boolean>();
    for (const view of await viewJobs(ctx, access, own)) {
      const { ref, is_tag: isTag } = view.pipeline;
      const key = `${isTag}:${ref}`;
      if (!runnable.has(key)) runnable.set(key, await mayRunJobs(ctx, access, { ref, isTag }));
      items.push({ access, view, mayUpdate: runnable.get(key) === true });
    }
  }
  return { ...page, items: items.toSorted((a, b) => b.view.job.id - a.view.job.id) };
}

import type { Extensions } from '../../platform/extensions.ts';
import { ALL_JOBS_TOPIC, type JobFilters, type JobsPageData } from '@tributary/contract/ci/jobs-page.ts';
import { CI_STATUSES, FINISHED_STATUSES, PIPELINE_SOURCES } from '@tributary/contract/ci/status.ts';
import { z } from 'zod';
import { adminBreadcrumbs, adminContext } from '../../accounts/index.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { definePage, defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { pageNumber } from '../../endpoints/pages/page-number.ts';
import type { Context } from '../../platform/context.ts';
import { INSTANCE, isAllowed, type PolicySubject } from '../../platform/policy/policy.ts';
import { defineTopic } from '../../platform/realtime/topics.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { cancelAllJobs, hasJobsToCancel } from '../operations/cancel-all-jobs.ts';
import { listJobViews } from '../reads/job-list.ts';
import { secondsOf } from '../reads/jobs.ts';
import { toJobListItem } from '../render/to-job-list-item.ts';
import type { JobFilter } from '../store/list-jobs-store.ts';

const PER_PAGE = 30;
const MAX_TEXT = 255;
const RUNNER_KINDS = ['instance', 'group', 'project'] as const;

function filtersOf(query: URLSearchParams): JobFilters {
  return {
    status: CI_STATUSES.find((status) => status === query.get('status')) ?? null,
    source: PIPELINE_SOURCES.find((source) => source === query.get('source')) ?? null,
    name: query.get('name')?.trim().slice(0, MAX_TEXT) || null,
    runner_type: RUNNER_KINDS.find((kind) => kind === query.get('runner_type')) ?? null,
  };
}

async function load(
  ctx: Context,
  query: URLSearchParams,
  projectId?: number,
): Promise<Omit<JobsPageData, 'scope' | 'topic' | 'canCancelAll'>> {
  const filters = filtersOf(query);
  const list = query.get('scope') === 'finished' ? 'finished' : 'all';
  const statuses = filters.status === null ? (list === 'finished' ? FINISHED_STATUSES : undefined) : [filters.status];
  const filter: JobFilter = {
    projectId,
    statuses,
    source: filters.source ?? undefined,
    search: filters.name ?? undefined,
    runnerKind: filters.runner_type ?? undefined,
    includesRetried: true,
  };
  const page = await listJobViews(ctx, filter, { page: pageNumber(query), perPage: PER_PAGE });
  const paging = { page: page.page, perPage: page.perPage, total: page.total ?? null, hasNext: page.hasNext };
  const now = ctx.clock.now();
  return { jobs: page.items.map((job) => toJobListItem(job, secondsOf(job.view.job, now))), filters, list, paging };
}

export const projectJobsPage = definePage<ProjectAccess, JobsPageData>({
  kind: 'jobs',
  on: 'project',
  path: 'jobs',
  ability: 'read_pipeline',
  nav: 'jobs',
  load: async ({ ctx, subject: { project }, query }) => ({
    title: 'Jobs',
    breadcrumbs: [{ text: 'Jobs', href: `/${project.full_path}/-/jobs` }],
    data: {
      ...(await load(ctx, query, project.id)),
      scope: 'project',
      topic: `project:${project.id}`,
      canCancelAll: false,
    },
  }),
});

export const adminJobsPage = definePage<{ policy: PolicySubject }, JobsPageData>({
  kind: 'jobs',
  on: 'instance',
  path: 'admin/jobs',
  ability: 'read_administration',
  nav: 'jobs',
  load: async ({ ctx, query }) => ({
    title: 'Jobs',
    context: adminContext(),
    breadcrumbs: adminBreadcrumbs('Jobs', '/admin/jobs'),
    data: {
      ...(await load(ctx, query)),
      scope: 'instance',
      topic: ALL_JOBS_TOPIC,
      canCancelAll: isAllowed(ctx.actor, 'administer', INSTANCE) && (await hasJobsToCancel(ctx)),
    },
  }),
});

export const jobsScopedRoutes: ScopedRoute[] = [
  defineScopedRoute(
    'instance',
    defineRoute({
      method: 'POST',
      path: '/admin/jobs/cancel_all',
      ability: 'administer',
      summary: 'Cancel all jobs of the instance that are not finished',
      tag: 'Jobs',
      response: z.object({ pipelines: z.number() }),
      status: 200,
      handle: async ({ ctx }) => ({ pipelines: await cancelAllJobs(ctx, {}) }),
    }),
  ),
];

export const ciJobsPages: Extensions = [
  /** `jobs:all`: pipelines of all projects changed. For those who see the pages of administrators. */
  defineTopic('jobs', async (ctx, id) => id === 'all' && isAllowed(ctx.actor, 'read_administration', INSTANCE)),
];

import type { RunnerJobItem, RunnerPageData, RunnerScope } from '@tributary/contract/ci/runners-page.ts';
import type { Breadcrumb } from '@tributary/contract/page/page-data.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { adminBreadcrumbs, adminContext } from '../../../accounts/index.ts';
import { definePage, type Page, type PageRequest } from '../../../endpoints/pages/define-page.ts';
import { pageNumber } from '../../../endpoints/pages/page-number.ts';
import type { Context } from '../../../platform/context.ts';
import { authorize, type PolicySubject } from '../../../platform/policy/policy.ts';
import type { NamespaceAccess, ProjectAccess } from '../../../projects/index.ts';
import { listJobs, secondsOf } from '../../reads/jobs.ts';
import { toPageJob } from '../../render/to-page-pipeline.ts';
import { getManagers, getRunnerDetails } from '../reads/list-runners.ts';
import { readableProjects } from '../reads/readable-projects.ts';
import { runnerRights } from '../reads/runner-rights.ts';
import { toManagerItem, toRunnerCard } from '../render/to-runner-card.ts';
import { getRunnerAccess, RUNNER } from '../runner-access.ts';

const PER_PAGE = 30;

/** Jobs of projects that the actor may not see are left out. */
async function jobsOf(ctx: Context, runnerId: number, page: number) {
  const filter = { runnerId, kinds: ['build'], includesRetried: true } as const;
  const found = await listJobs(ctx, filter, { page, perPage: PER_PAGE });
  const projects = await readableProjects(
    ctx,
    found.items.map((job) => job.project_id),
  );
  const now = ctx.clock.now();
  const jobs = found.items.flatMap((job): RunnerJobItem[] => {
    const fullPath = projects.get(job.project_id)?.project.full_path;
    if (fullPath === undefined) return [];
    const facts = { duration: secondsOf(job, now), mayUpdate: false };
    return [{ ...toPageJob(fullPath, job, facts), projectPath: fullPath }];
  });
  const paging = { page: found.page, perPage: found.perPage, total: found.total ?? null, hasNext: found.hasNext };
  return { jobs, paging };
}

type Where = { scope: RunnerScope; path: string };

async function load<S>({ ctx, params, query }: PageRequest<S>, { scope, path }: Where) {
  const id = Number(/^\d{1,15}$/.exec(params['runner'] ?? '')?.[0] ?? 0);
  if (id === 0) throw new AppError('not_found', { resource: RUNNER });
  const { runner, policy } = await getRunnerAccess(ctx, id);
  authorize(ctx.actor, 'read_runner', policy);
  const details = await getRunnerDetails(ctx, runner);
  const { creator, projects, groups } = details;
  const data: RunnerPageData = {
    scope,
    url: ctx.config.url,
    runner: toRunnerCard(details, { path, rights: await runnerRights(ctx, [runner]) }),
    createdBy: creator && { name: creator.name, href: `/${creator.username}` },
    managers: (await getManagers(ctx, runner.id)).map(toManagerItem),
    containers: [
      ...groups.map(({ name, fullPath }) => ({ name, href: `/groups/${fullPath}` })),
      ...projects.map((project) => ({ name: project.full_path, href: `/${project.full_path}` })),
    ],
    ...(await jobsOf(ctx, runner.id, pageNumber(query))),
  };
  const href = `${path}/${runner.id}`;
  return {
    title: `Runner #${runner.id}`,
    key: href,
    crumb: { text: `#${runner.id}`, href } satisfies Breadcrumb,
    data,
  };
}

/** One runner with its machines and jobs, below the list that leads to it. */
export const runnerShowPages: Page[] = [
  definePage<ProjectAccess, RunnerPageData>({
    kind: 'runner_show',
    on: 'project',
    path: 'runners/:runner',
    ability: 'read_project_runners',
    nav: 'project_runners',
    load: async (request) => {
      const { id, name, full_path: fullPath } = request.subject.project;
      const path = `/${fullPath}/-/runners`;
      const { crumb, ...page } = await load(request, { scope: { kind: 'project', id, name }, path });
      return { ...page, breadcrumbs: [{ text: 'Runners', href: path }, crumb] };
    },
  }),
  definePage<NamespaceAccess, RunnerPageData>({
    kind: 'runner_show',
    on: 'group',
    path: 'runners/:runner',
    ability: 'read_group_runners',
    nav: 'group_runners',
    load: async (request) => {
      const { id, name, full_path: fullPath } = request.subject.namespace;
      const path = `/groups/${fullPath}/-/runners`;
      const { crumb, ...page } = await load(request, { scope: { kind: 'group', id, name }, path });
      return { ...page, breadcrumbs: [{ text: 'Runners', href: path }, crumb] };
    },
  }),
  definePage<{ policy: PolicySubject }, RunnerPageData>({
    kind: 'runner_show',
    on: 'instance',
    path: 'admin/runners/:runner',
    ability: 'list_all_runners',
    nav: 'runners',
    load: async (request) => {
      const path = '/admin/runners';
      const { crumb, ...page } = await load(request, { scope: { kind: 'instance', id: 0, name: 'Instance' }, path });
      return { ...page, context: adminContext(), breadcrumbs: [...adminBreadcrumbs('Runners', path), crumb] };
    },
  }),
];

import type {
  EnvironmentPageData,
  EnvironmentsPageData,
  PageEnvironment,
} from '@tributary/contract/environments/page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { definePage, type Page } from '../../endpoints/pages/define-page.ts';
import { pageNumber } from '../../endpoints/pages/page-number.ts';
import type { Context } from '../../platform/context.ts';
import { authorize, isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../projects/index.ts';
import { ENVIRONMENT, getEnvironmentAccess } from '../environment-access.ts';
import { frozenUntil } from '../freezes/reads/freeze-state.ts';
import { findStopJobs } from '../operations/stop-environment.ts';
import { deployRefusal, environmentSubject, loadDeployRights } from '../protection/reads/deploy-rights.ts';
import { currentDeployments, listDeployments, viewDeployments, waitingDeployments } from '../reads/deployments.ts';
import { countByScope, listEnvironmentEntries, mayStop } from '../reads/environments.ts';
import { environmentPath, environmentsPath, toPageDeployment, toPageEnvironment } from '../render/to-page.ts';
import type { EnvironmentRow } from '../store/environment-store.ts';

const PER_PAGE = 20;
const MAX_TEXT = 255;

async function pageEnvironments(
  ctx: Context,
  access: ProjectAccess,
  rows: readonly EnvironmentRow[],
): Promise<PageEnvironment[]> {
  const policy = featureOf(access, 'repository');
  const current = await currentDeployments(ctx, access, rows);
  const waiting = await waitingDeployments(
    ctx,
    rows.map(({ id }) => id),
  );
  const update = isAllowed(ctx.actor, 'update_environment', policy);
  const rights = await loadDeployRights(ctx, access);
  const stopJobs = await findStopJobs(
    ctx,
    rows.filter(({ state }) => state === 'available'),
  );
  const shown: PageEnvironment[] = [];
  for (const environment of rows) {
    const subject = environmentSubject(environment);
    const mayChange = update && rights.refusal(subject) === null;
    const can = { update: mayChange, stop: await mayStop(ctx, { environment, access, policy }, rights, stopJobs) };
    shown.push(
      toPageEnvironment(access.project.full_path, environment, {
        last: current.get(environment.id)?.last,
        upcoming: current.get(environment.id)?.upcoming,
        waiting: waiting.get(environment.id),
        can,
        isProtected: rights.protections(subject).length > 0,
      }),
    );
  }
  return shown;
}

const list = definePage<ProjectAccess, EnvironmentsPageData>({
  kind: 'environments',
  on: 'project',
  path: 'environments',
  ability: 'read_environment',
  nav: 'environments',
  load: async ({ ctx, subject, query }) => {
    const { project } = subject;
    const text = (name: string) => query.get(name)?.trim().slice(0, MAX_TEXT) ?? '';
    const scope = query.get('scope') === 'stopped' ? 'stopped' : 'available';
    const folder = text('folder') || null;
    const search = text('search');
    const request = { page: pageNumber(query), perPage: PER_PAGE };
    const page = await listEnvironmentEntries(ctx, project.id, { scope, folder, search }, request);
    const shown = await pageEnvironments(
      ctx,
      subject,
      page.items.map(({ environment }) => environment),
    );
    return {
      title: 'Environments',
      breadcrumbs: [{ text: 'Environments', href: environmentsPath(project.full_path) }],
      data: {
        projectId: project.id,
        projectPath: project.full_path,
        scope,
        folder,
        search,
        can: { create: isAllowed(ctx.actor, 'create_environment', featureOf(subject, 'repository')) },
        frozenUntil: (await frozenUntil(ctx, project.id))?.toISOString() ?? null,
        entries: page.items.flatMap(({ folder: name, size }, index) => {
          const environment = shown[index];
          return environment ? [{ folder: name, size, environment }] : [];
        }),
        counts: await countByScope(ctx, project.id),
        paging: { page: page.page, perPage: page.perPage, total: page.total ?? null, hasNext: page.hasNext },
      },
    };
  },
});

const show = definePage<ProjectAccess, EnvironmentPageData>({
  kind: 'environment_show',
  on: 'project',
  path: 'environments/:environment',
  ability: 'read_environment',
  nav: 'environments',
  load: async ({ ctx, subject, params, query }) => {
    const { project } = subject;
    const id = Number(/^\d{1,15}$/.exec(params['environment'] ?? '')?.[0] ?? 0);
    const { environment, policy } = await getEnvironmentAccess(ctx, project.id, id);
    const request = { page: pageNumber(query), perPage: PER_PAGE };
    const page = await listDeployments(ctx, { projectId: project.id, environmentId: environment.id }, request);
    const refusal = await deployRefusal(ctx, subject, environment);
    const [shown] = await pageEnvironments(ctx, subject, [environment]);
    if (!shown) throw new AppError('not_found', { resource: ENVIRONMENT });
    const views = await viewDeployments(ctx, subject, page.items);
    const path = environmentPath(project.full_path, environment.id);
    return {
      title: environment.name,
      key: path,
      breadcrumbs: [
        { text: 'Environments', href: environmentsPath(project.full_path) },
        { text: environment.name, href: path },
      ],
      data: {
        projectId: project.id,
        projectPath: project.full_path,
        environment: shown,
        deployments: views.map((view) => toPageDeployment(project.full_path, view)),
        can: {
          destroy:
            environment.state === 'stopped' && isAllowed(ctx.actor, 'destroy_environment', policy) && refusal === null,
          update: isAllowed(ctx.actor, 'update_environment', policy) && refusal === null,
        },
        paging: { page: page.page, perPage: page.perPage, total: page.total ?? null, hasNext: page.hasNext },
      },
    };
  },
});

/** Environments belong to the repository: who may not read the code sees none. */
const ofRepository = (page: Page): Page => ({
  ...page,
  load: (request) => {
    authorize(request.ctx.actor, 'read_environment', featureOf(request.subject as ProjectAccess, 'repository'));
    return page.load(request);
  },
});

export const environmentPages: Page[] = [list, show].map(ofRepository);

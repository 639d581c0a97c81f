import type { JobTokenScopeData } from '@tributary/contract/projects/job-token-scope.ts';
import { type Page, pageOf, type PageRequest } from '@tributary/contract/core/paging.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import type { ProjectAccess } from '../../access/project-access.ts';
import { projectRowsByIds } from '../../access/projects-by-ids-store.ts';
import { type ProjectView, projectViews } from '../../lifecycle/reads/project-views.ts';
import { listNamespaces } from '../../namespaces/reads/list-namespaces.ts';
import type { NamespaceView } from '../../namespaces/reads/namespace-views.ts';
import { allowlistIds } from '../allowlist-store.ts';

const offsetOf = ({ page, perPage }: PageRequest) => ({ offset: (page - 1) * perPage, limit: perPage });

const inOrder = <T>(ids: readonly number[], found: ReadonlyMap<number, T>): T[] =>
  ids.flatMap((id) => found.get(id) ?? []);

async function visibleGroups(ctx: Context, ids: number[]): Promise<NamespaceView[]> {
  if (ids.length === 0) return [];
  return (await listNamespaces(ctx, { kind: 'group', ids }, { page: 1, perPage: ids.length })).items;
}

/** Projects on the allowlist that the actor may see; the project itself is the first. */
export async function listAllowedProjects(
  ctx: Context,
  projectId: number,
  request: PageRequest,
): Promise<Page<ProjectView>> {
  // One row of the first page is the project itself.
  const { offset, limit } = offsetOf(request);
  const isFirst = offset === 0;
  const window = { offset: Math.max(offset - 1, 0), limit: isFirst ? limit - 1 : limit };
  const { ids, total } = await allowlistIds(ctx.db, projectId, 'project', window);
  const listed = isFirst ? [projectId, ...ids] : ids;
  const views = await projectViews(ctx, await projectRowsByIds(ctx.db, listed), { withForks: false });
  return pageOf(inOrder(listed, new Map(views.map((view) => [view.project.id, view]))), request, total + 1);
}

/** Groups on the allowlist that the actor may see. */
export async function listAllowedGroups(
  ctx: Context,
  projectId: number,
  request: PageRequest,
): Promise<Page<NamespaceView>> {
  const { ids, total } = await allowlistIds(ctx.db, projectId, 'group', offsetOf(request));
  const views = await visibleGroups(ctx, ids);
  return pageOf(inOrder(ids, new Map(views.map((view) => [view.id, view]))), request, total);
}

const ALL = { offset: 0, limit: 200 };

/** For the settings page. What the viewer may not see has no name, and can be removed. */
export async function readJobTokenScope(ctx: Context, access: ProjectAccess): Promise<JobTokenScopeData> {
  const { id, ci_inbound_job_token_scope_enabled: isLimited } = access.project;
  const [projects, groups] = await Promise.all([
    allowlistIds(ctx.db, id, 'project', ALL),
    allowlistIds(ctx.db, id, 'group', ALL),
  ]);
  const projectNames = new Map(
    (await projectViews(ctx, await projectRowsByIds(ctx.db, projects.ids), { withForks: false })).map((view) => [
      view.project.id,
      view.project.full_path,
    ]),
  );
  const groupNames = new Map((await visibleGroups(ctx, groups.ids)).map((view) => [view.id, view.fullPath]));
  return {
    isLimited,
    canChange: isAllowed(ctx.actor, 'admin_job_token_scope', access.policy),
    allowed: [
      ...groups.ids.map((each) => ({ kind: 'group' as const, id: each, path: groupNames.get(each) ?? null })),
      ...projects.ids.map((each) => ({ kind: 'project' as const, id: each, path: projectNames.get(each) ?? null })),
    ],
  };
}

import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import type { ProjectPipelineStatus } from '@tributary/contract/projects/commit-statuses.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import { accessesOf, featureOf, type ProjectAccess } from '../../access/project-access.ts';
import { projectRowsByIds } from '../../access/projects-by-ids-store.ts';
import { type GroupLinkView, groupLinksOfProjects } from '../../group-links/reads/list-group-links.ts';
import { type NamespaceView, namespaceViewsByIds } from '../../namespaces/reads/namespace-views.ts';
import { containerAvatarPath } from '../../container-avatar.ts';
import { defaultBranchPipelines } from '../contributed-facts.ts';
import { projectById, type ProjectRow, starredAmong } from '../project-store.ts';

/** A project as lists and pages show it to one actor. */
export type ProjectView = {
  project: ProjectRow;
  namespace: NamespaceView;
  /** `Team / Inner / Tool` */
  nameWithNamespace: string;
  avatarUrl: string | null;
  /** Only of projects in personal namespaces. */
  owner: UserView | null;
  /** Null when it is no fork, or the actor may not see where it comes from. */
  forkedFrom: ProjectView | null;
  isStarred: boolean;
  /** Groups it is shared with that the actor may see. */
  sharedWith: GroupLinkView[];
  level: number;
  can: { readCode: boolean; readPipelines: boolean; createMergeRequest: boolean; readStatistics: boolean };
};

/** Views in the order of the rows; those the actor may not see are left out. */
export async function projectViews(
  ctx: Context,
  rows: readonly ProjectRow[],
  options: { withForks?: boolean } = {},
): Promise<ProjectView[]> {
  const accesses = await accessesOf(ctx, rows);
  const visible = rows.filter((row) => accesses.has(row.id));
  const namespaces = await namespaceViewsByIds(
    ctx,
    visible.map((row) => row.namespace_id),
  );
  const owners = await ownersOf(ctx, namespaces);
  const id = actorId(ctx.actor);
  const ids = visible.map((row) => row.id);
  const shared = await groupLinksOfProjects(ctx, ids);
  const starred = id === undefined ? new Set<number>() : await starredAmong(ctx.db, id, ids);
  const sources = options.withForks === false ? new Map<number, ProjectView>() : await sourcesOf(ctx, visible);
  return visible.flatMap((project) => {
    const namespace = namespaces.get(project.namespace_id);
    const access = accesses.get(project.id);
    if (!namespace || !access) return [];
    return {
      project,
      namespace,
      nameWithNamespace: `${namespace.fullName} / ${project.name}`,
      avatarUrl: containerAvatarPath('project', project.id, project.avatar_name),
      owner: namespace.ownerId === null ? null : (owners.get(namespace.ownerId) ?? null),
      forkedFrom: project.forked_from_id === null ? null : (sources.get(project.forked_from_id) ?? null),
      isStarred: starred.has(project.id),
      sharedWith: shared.get(project.id) ?? [],
      level: access.level,
      can: flagsOf(ctx, access),
    };
  });
}

/** The newest pipelines of default branches, as far as the actor may see them; one statement for all. */
export async function projectPipelines(
  ctx: Context,
  views: readonly ProjectView[],
): Promise<ReadonlyMap<number, ProjectPipelineStatus>> {
  const readable = views.filter(({ can }) => can.readPipelines).map(({ project }) => project);
  return defaultBranchPipelines(ctx, readable);
}

function flagsOf(ctx: Context, access: ProjectAccess): ProjectView['can'] {
  const repository = featureOf(access, 'repository');
  return {
    readCode: isAllowed(ctx.actor, 'read_code', repository),
    readPipelines: isAllowed(ctx.actor, 'read_pipeline', repository),
    createMergeRequest: isAllowed(ctx.actor, 'create_merge_request_in', featureOf(access, 'merge_requests')),
    readStatistics: isAllowed(ctx.actor, 'read_project_statistics', access.policy),
  };
}

async function ownersOf(ctx: Context, namespaces: Map<number, NamespaceView>): Promise<Map<number, UserView>> {
  const ids = [...namespaces.values()].flatMap((namespace) => namespace.ownerId ?? []);
  return new Map((await listUsersByIds(ctx, ids)).map((user) => [user.id, user]));
}

async function sourcesOf(ctx: Context, rows: readonly ProjectRow[]): Promise<Map<number, ProjectView>> {
  const ids = [...new Set(rows.flatMap((row) => row.forked_from_id ?? []))];
  const found = await Promise.all(ids.map((id) => projectById(ctx.db, id)));
  const sources = found.filter((row) => row !== undefined);
  const views = sources.length === 0 ? [] : await projectViews(ctx, sources, { withForks: false });
  return new Map(views.map((view) => [view.project.id, view]));
}

/** By id; those that are gone, or that the actor may not see, are left out. */
export async function projectViewsByIds(ctx: Context, ids: readonly number[]): Promise<Map<number, ProjectView>> {
  const views = await projectViews(ctx, await projectRowsByIds(ctx.db, ids));
  return new Map(views.map((view) => [view.project.id, view]));
}

export async function getProjectView(ctx: Context, projectId: number): Promise<ProjectView> {
  const row = await projectById(ctx.db, projectId);
  const [view] = row ? await projectViews(ctx, [row]) : [];
  if (!view) throw new AppError('not_found', { resource: 'Project' });
  return view;
}

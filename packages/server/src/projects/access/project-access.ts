import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { isVisible, type PolicySubject } from '../../platform/policy/policy.ts';
import {
  belongsBelow,
  findNamespaceRow,
  findProjectRow,
  namespaceLevel,
  type NamespaceRow,
  projectLevel,
  type ProjectRow,
} from './store.ts';

/** A project as one actor meets it: the row, their role, and what the policy needs. */
export type ProjectAccess = { project: ProjectRow; level: number; policy: PolicySubject };
export type NamespaceAccess = { namespace: NamespaceRow; level: number; policy: PolicySubject };

type Feature = 'repository' | 'merge_requests' | 'issues' | 'forking';

function deletedFor(row: ProjectRow, level: number): boolean {
  return row.deleting_since !== null && level < 50;
}

async function accessTo(ctx: Context, row: ProjectRow | undefined): Promise<ProjectAccess> {
  const missing = () => new AppError('not_found', { resource: 'Project' });
  if (!row) throw missing();
  const id = actorId(ctx.actor);
  const level = id === undefined ? 0 : await projectLevel(ctx.db, id, row.id);
  const policy: PolicySubject = {
    resource: 'Project',
    visibility: row.visibility,
    level,
    isArchived: row.archived_at !== null,
  };
  if (!isVisible(ctx.actor, policy) || deletedFor(row, ctx.actor.kind === 'user' && ctx.actor.isAdmin ? 50 : level)) {
    throw missing();
  }
  return { project: row, level, policy };
}

/** The project with this id or full path, or not_found when there is none or the actor may not see it. */
export async function getProjectAccess(ctx: Context, idOrPath: string | number): Promise<ProjectAccess> {
  return accessTo(ctx, await findProjectRow(ctx.db, String(idOrPath)));
}

/** The same subject narrowed to one feature of the project, which may be switched off or for members only. */
export function featureOf(access: ProjectAccess, feature: Feature): PolicySubject {
  return { ...access.policy, feature: access.project[`${feature}_access_level`] };
}

/** The group or personal namespace with this id or full path, or not_found. */
export async function getNamespaceAccess(ctx: Context, idOrPath: string | number): Promise<NamespaceAccess> {
  const row = await findNamespaceRow(ctx.db, String(idOrPath));
  const missing = () => new AppError('not_found', { resource: row?.kind === 'user' ? 'Namespace' : 'Group' });
  if (!row) throw missing();
  const id = actorId(ctx.actor);
  const level = id === undefined ? 0 : await namespaceLevel(ctx.db, id, row.id);
  const policy: PolicySubject = { resource: 'Group', visibility: row.visibility, level };
  const isSeen = isVisible(ctx.actor, policy) || (id !== undefined && (await belongsBelow(ctx.db, id, row.id)));
  if (!isSeen) throw missing();
  return {
    namespace: row,
    level,
    policy: level === 0 && !isVisible(ctx.actor, policy) ? { ...policy, visibility: 'public' } : policy,
  };
}

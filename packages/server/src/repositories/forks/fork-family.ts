import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { authorize, isAllowed } from '../../platform/policy/policy.ts';
import { accessesOf, featureOf, getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { familyRows } from './fork-store.ts';

const MAX_FAMILY = 100;

/** Do these two come from each other, or from the same project? */
function isRelated(one: ProjectAccess['project'], other: ProjectAccess['project']): boolean {
  if (one.id === other.id) return true;
  if (one.forked_from_id === other.id || other.forked_from_id === one.id) return true;
  return one.forked_from_id !== null && one.forked_from_id === other.forked_from_id;
}

/**
 * Another project whose commits may be used here: of the same family, and readable by the actor as things are now (a fork
 * gives no right to what its source became). Everything else is not_found.
 */
export async function getForkSource(
  ctx: Context,
  access: ProjectAccess,
  idOrPath: string | number,
): Promise<ProjectAccess> {
  const source = await getProjectAccess(ctx, idOrPath);
  authorize(ctx.actor, 'read_code', featureOf(source, 'repository'));
  if (!isRelated(access.project, source.project)) throw new AppError('not_found', { resource: 'Project' });
  return source;
}

/** Projects of the family whose code the actor may read, the most active first. */
export async function listFamily(ctx: Context, access: ProjectAccess): Promise<ProjectAccess[]> {
  const rows = await familyRows(ctx.db, access.project, MAX_FAMILY);
  const accesses = await accessesOf(ctx, rows);
  return rows
    .flatMap((row) => accesses.get(row.id) ?? [])
    .filter((each) => isAllowed(ctx.actor, 'read_code', featureOf(each, 'repository')));
}

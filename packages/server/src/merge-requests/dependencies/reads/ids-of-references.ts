import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { getProjectAccess, type ProjectAccess } from '../../../projects/index.ts';
import { getMergeRequest } from '../../merge-request-access.ts';
import { parseReference, type WrittenReference } from '../rules/reference.ts';

/** Ids of the merge requests that these name, seen from a project. Fails with `dependency_missing` for the first that is none. */
export async function idsOfReferences(
  ctx: Context,
  access: ProjectAccess,
  references: readonly string[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const name of references) {
    const written = parseReference(name, ctx.config.url);
    if (!written) throw new AppError('dependency_missing', { name });
    ids.push(await idOf(ctx, access, written, name));
  }
  return ids;
}

async function idOf(ctx: Context, here: ProjectAccess, { path, iid }: WrittenReference, name: string): Promise<number> {
  try {
    const access = path === undefined ? here : await getProjectAccess(ctx, path);
    return (await getMergeRequest(ctx, access, iid)).row.id;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') throw new AppError('dependency_missing', { name });
    throw error;
  }
}

import { AppError } from '@tributary/contract/errors/app-error.ts';
import { parseNumericId } from '../../endpoints/graphql/global-id.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { findLabels } from '../labels/reads/list-labels.ts';
import { projectContainer } from '../planning-container.ts';

/** Names of the labels that clients name by global ids, in that order; one that cannot be used there is not found. */
export async function labelNamesOf(
  ctx: Context,
  access: ProjectAccess,
  globalIds: readonly string[],
): Promise<string[]> {
  const ids = globalIds.map((id) => parseNumericId(id, 'ProjectLabel', 'GroupLabel', 'Label'));
  const found = await findLabels(ctx, await projectContainer(ctx, access), ids.map(String));
  return ids.map((id) => {
    const label = found.get(String(id));
    // What it was found by may also have been its name.
    if (label?.id !== id) throw new AppError('not_found', { resource: 'Label' });
    return label.name;
  });
}

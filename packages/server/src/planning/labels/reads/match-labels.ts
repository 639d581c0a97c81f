import type { Context } from '../../../platform/context.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import { ownersOf, projectContainer } from '../../planning-container.ts';
import { listLabelRecords } from '../label-store.ts';

/** Which of these names are those of labels that things of the project can have, and which are not; each once, in order. */
export async function matchLabels(
  ctx: Context,
  access: ProjectAccess,
  names: readonly string[],
): Promise<{ known: string[]; unknown: string[] }> {
  const wanted = [...new Set(names)];
  const owners = ownersOf(await projectContainer(ctx, access), true);
  // One name may stand in each of them.
  const limit = wanted.length * (owners.projectIds.length + owners.groupIds.length);
  const { rows } = await listLabelRecords(ctx.db, { owners, names: wanted }, { offset: 0, limit });
  const found = new Set(rows.map((row) => row.name));
  return { known: wanted.filter((name) => found.has(name)), unknown: wanted.filter((name) => !found.has(name)) };
}

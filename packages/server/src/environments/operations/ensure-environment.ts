import type { Tier } from '@tributary/contract/environments/status.ts';
import type { Context } from '../../platform/context.ts';
import { environmentSlug } from '../environment-slug.ts';
import { tierOfName } from '../rules/environment-names.ts';
import { type EnvironmentRow, insertEnvironment, lockEnvironmentByName } from '../store/environment-store.ts';
import { environmentChanged } from './note-change.ts';

/** The environment of this name, made if there is none; its row is locked. */
export async function ensureEnvironment(
  ctx: Context,
  { projectId, name, tier }: { projectId: number; name: string; tier?: Tier | null },
): Promise<EnvironmentRow> {
  const made = await insertEnvironment(ctx.db, {
    project_id: projectId,
    name,
    slug: environmentSlug(name),
    tier: tier ?? tierOfName(name),
  });
  if (made) await environmentChanged(ctx, made);
  const found = made ?? (await lockEnvironmentByName(ctx.db, projectId, name));
  if (!found) throw new Error(`environment ${name} is neither there nor can be made`);
  return found;
}

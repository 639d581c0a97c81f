import type { Context } from '../../../platform/context.ts';
import { findNamespaceRow, findProjectRow } from '../../access/store.ts';
import type { AvatarContainer } from '../avatar-store.ts';

/** Name of the image shown now; null without one. */
export async function currentAvatarName(ctx: Context, place: AvatarContainer): Promise<string | null> {
  const find = place.kind === 'project' ? findProjectRow : findNamespaceRow;
  return (await find(ctx.db, String(place.id)))?.avatar_name ?? null;
}

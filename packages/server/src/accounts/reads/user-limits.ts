import type { Actor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { findUserById } from '../store/users.ts';
import { getUserDetails, type UserDetails } from './user-details.ts';

/** What a user may make at most. Null: as many projects of their own as they like. */
export type UserLimits = { projectsLimit: number | null; canCreateGroup: boolean };

export async function findUserLimits(ctx: Context, userId: number): Promise<UserLimits> {
  const row = await findUserById(ctx.db, userId);
  return { projectsLimit: row?.projects_limit ?? null, canCreateGroup: row?.can_create_group ?? false };
}

/** A private profile is for its user and administrators; others see that there is someone of this name. */
export function isProfileHidden(actor: Actor, user: Pick<UserDetails, 'isPrivate' | 'view'>): boolean {
  if (!user.isPrivate || actor.kind === 'system') return false;
  return actor.kind === 'anonymous' || (actor.id !== user.view.id && !actor.isAdmin);
}

/** As isProfileHidden, by id. Throws not_found. */
export async function hidesProfile(ctx: Context, userId: number): Promise<boolean> {
  return isProfileHidden(ctx.actor, await getUserDetails(ctx, userId));
}

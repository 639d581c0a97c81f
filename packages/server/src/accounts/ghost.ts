import type { Context } from '../platform/context.ts';
import { audit } from '../platform/audit.ts';
import { emit } from '../platform/events.ts';
import { findGhost, insertUser, lockUserCreation } from './store/users.ts';
import { runCreatedHooks } from './user-hooks.ts';

/** No user can take this name: it is one of the reserved roots. */
const USERNAME = 'ghost';

/**
 * The one account that stands for everyone who was deleted: what they wrote and did keeps an author. Made when the
 * first is deleted; nobody can act as it. Runs in the caller's transaction.
 */
export async function getGhostId(ctx: Context): Promise<number> {
  await lockUserCreation(ctx.db);
  const found = await findGhost(ctx.db);
  if (found) return found.id;
  const now = ctx.clock.now();
  const ghost = await insertUser(ctx.db, {
    username: USERNAME,
    name: 'Ghost User',
    email: `${USERNAME}@noreply.${new URL(ctx.config.url).hostname}`,
    bio: 'Represents users whose accounts were deleted.',
    unconfirmed_email: null,
    password_hash: null,
    confirmed_at: null,
    kind: 'ghost',
    projects_limit: 0,
    can_create_group: false,
    created_at: now,
    updated_at: now,
  });
  await runCreatedHooks(ctx, ghost);
  await emit(ctx, 'user.created', { userId: ghost.id });
  await audit(ctx, 'user.created', { type: 'user', id: ghost.id }, { username: ghost.username, state: ghost.state });
  return ghost.id;
}

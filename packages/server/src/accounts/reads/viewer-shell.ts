import { DEFAULT_TOKEN_PREFIX } from '@tributary/contract/accounts/limits.ts';
import { readPreferences } from '@tributary/contract/accounts/preferences.ts';
import type { ShellData, ShellViewer } from '@tributary/contract/page/page-data.ts';
import type { UserActor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { ACCESS } from '../../platform/cache/cache-versions.ts';
import { readCached } from '../../platform/cache/request-cache.ts';
import { avatarPath } from '../rules/user-view.ts';
import { maintenanceMessage } from '../maintenance.ts';
import { getSettings } from '../settings.ts';
import { findUserById } from '../store/users.ts';
import { countForUser } from '../user-counts.ts';

async function viewerOf(ctx: Context, actor: UserActor): Promise<ShellViewer | null> {
  const [person, counts] = await Promise.all([userOf(ctx, actor), countForUser(ctx, actor.id, ['todos'])]);
  return person && { ...person, unreadInboxCount: counts.todos };
}

/** What is shown of the reader's own row, and nothing else of it, stays in memory. */
async function userOf(ctx: Context, { id }: UserActor): Promise<Omit<ShellViewer, 'unreadInboxCount'> | null> {
  const load = async () => {
    const user = await findUserById(ctx.db, id);
    return (
      user && {
        id: user.id,
        username: user.username,
        name: user.name,
        avatarUrl: avatarPath(user.id, user.avatar_name),
        isAdmin: user.is_admin,
        preferences: readPreferences(user.preferences),
      }
    );
  };
  return (await readCached(ctx, { key: `viewer:${id}`, marks: () => [ACCESS], load, sizeBytes: () => 2_000 })) ?? null;
}

/** Everything around a page that does not depend on its place: who looks, and facts of the instance. */
export async function viewerShell(ctx: Context): Promise<Omit<ShellData, 'context' | 'breadcrumbs'>> {
  const { actor } = ctx;
  const [settings, maintenance, viewer] = await Promise.all([
    getSettings(ctx),
    maintenanceMessage(ctx),
    actor.kind === 'user' ? viewerOf(ctx, actor) : Promise.resolve(null),
  ]);
  const { personal_access_token_prefix: tokenPrefix } = settings;
  return {
    viewer,
    csrfToken: actor.kind === 'user' && actor.credential.kind === 'session' ? actor.credential.csrfToken : null,
    instance: {
      name: 'Tributary',
      version: ctx.config.version,
      signUpEnabled: settings.signup_enabled,
      ...(maintenance !== null && { maintenance }),
      ...(tokenPrefix !== DEFAULT_TOKEN_PREFIX && tokenPrefix !== '' && { tokenPrefix }),
    },
  };
}

import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { findUser } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { containerAvatarPath, namespaceViewsByIds, type ProjectRow } from '../../projects/index.ts';

const VISIBILITY_LEVELS = { private: 0, internal: 10, public: 20 } as const;

/** `project` of every payload. */
export async function hookProject(ctx: Context, project: ProjectRow): Promise<Record<string, unknown>> {
  const namespace = (await namespaceViewsByIds(ctx, [project.namespace_id])).get(project.namespace_id);
  const webUrl = `${ctx.config.url}/${project.full_path}`;
  const sshUrl = ctx.ssh?.cloneUrl(project.full_path) ?? null;
  const avatar = containerAvatarPath('project', project.id, project.avatar_name);
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    web_url: webUrl,
    avatar_url: avatar === null ? null : `${ctx.config.url}${avatar}`,
    git_ssh_url: sshUrl,
    git_http_url: `${webUrl}.git`,
    namespace: namespace?.name ?? '',
    visibility_level: VISIBILITY_LEVELS[project.visibility],
    path_with_namespace: project.full_path,
    default_branch: project.default_branch,
    ci_config_path: project.ci_settings.ci_config_path ?? null,
    homepage: webUrl,
    url: `${webUrl}.git`,
    ssh_url: sshUrl,
    http_url: `${webUrl}.git`,
  };
}

/** `repository` of payloads, kept for receivers that were written for it. */
export function hookRepository(ctx: Context, project: ProjectRow): Record<string, unknown> {
  const webUrl = `${ctx.config.url}/${project.full_path}`;
  return {
    name: project.name,
    url: `${webUrl}.git`,
    description: project.description,
    homepage: webUrl,
    git_http_url: `${webUrl}.git`,
    git_ssh_url: ctx.ssh?.cloneUrl(project.full_path) ?? null,
    visibility_level: VISIBILITY_LEVELS[project.visibility],
  };
}

/** `user` of payloads. Addresses of users are not given away. */
export function hookUser(ctx: Context, user: UserView): Record<string, unknown> {
  return {
    id: user.id,
    name: user.name,
    username: user.username,
    avatar_url: user.avatarUrl === null ? null : `${ctx.config.url}${user.avatarUrl}`,
    email: '[REDACTED]',
  };
}

/** `user_…` fields at the top of push payloads. */
export async function hookPusher(ctx: Context, userId: number | null): Promise<Record<string, unknown>> {
  const user = userId === null ? undefined : await findUser(ctx, userId);
  return {
    user_id: user?.id ?? null,
    user_name: user?.name ?? 'Tributary',
    user_username: user?.username ?? '',
    user_email: '',
    user_avatar: user?.avatarUrl ? `${ctx.config.url}${user.avatarUrl}` : null,
  };
}

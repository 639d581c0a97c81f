import type { BadgeSettings, ProjectBadge, RestBadge } from '@tributary/contract/projects/badges.ts';
import { branchRef, readRef } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import type { ProjectRow } from '../../access/store.ts';
import { repositoryOf } from '../../access/repository-access.ts';
import { featureOf, type NamespaceAccess, type ProjectAccess } from '../../access/project-access.ts';
import { type BadgeOwner, type BadgeRow, listBadgeRows } from '../badge-store.ts';

const PLACEHOLDER = /%\{([a-z_]+)\}/g;

export type BadgeValues = Readonly<Record<string, string>>;

/** Replaces `%{project_path}` and the like; what is not known stays as it is written. */
export function fillBadge(text: string, values: BadgeValues): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

function valuesOfPath(ctx: Context, { full_path: path, id, name }: Pick<ProjectRow, 'full_path' | 'id' | 'name'>) {
  const parts = path.split('/');
  return {
    project_path: path,
    project_id: String(id),
    project_title: encodeURIComponent(name),
    project_name: parts.at(-1) ?? '',
    project_namespace: parts.slice(0, -1).join('/'),
    group_name: parts[0] ?? '',
    gitlab_server: new URL(ctx.config.url).host,
  };
}

/** What the placeholders of badges stand for in this project. Its branch and commit are for those who read the code. */
export async function badgeValues(ctx: Context, access: ProjectAccess): Promise<BadgeValues> {
  const { project } = access;
  const branch = isAllowed(ctx.actor, 'read_code', featureOf(access, 'repository')) ? project.default_branch : null;
  const sha =
    branch === null || project.repository_state !== 'ready'
      ? undefined
      : await readRef(repositoryOf(ctx, access), branchRef(branch));
  return {
    ...valuesOfPath(ctx, project),
    ...(branch !== null && { default_branch: encodeURIComponent(branch) }),
    ...(sha !== undefined && { commit_sha: sha }),
  };
}

export function toRestBadge(row: BadgeRow, values: BadgeValues): RestBadge {
  const { id, name, link_url: link, image_url: image } = row;
  return {
    id,
    name,
    link_url: link,
    image_url: image,
    rendered_link_url: fillBadge(link, values),
    rendered_image_url: fillBadge(image, values),
    kind: row.project_id === null ? 'group' : 'project',
  };
}

/** Of a project with those of its groups. */
export const listBadges = (ctx: Context, owner: BadgeOwner): Promise<BadgeRow[]> => listBadgeRows(ctx.db, owner);

/** For the settings of a project. */
export async function projectBadgeSettings(ctx: Context, access: ProjectAccess): Promise<BadgeSettings> {
  const { project, policy } = access;
  const rows = await listBadges(ctx, { kind: 'project', id: project.id });
  const values = rows.length === 0 ? {} : await badgeValues(ctx, access);
  return {
    api: `/api/v4/projects/${project.id}/badges`,
    owner: 'project',
    badges: rows.map((row) => toRestBadge(row, values)),
    canChange: isAllowed(ctx.actor, 'admin_badges', policy),
  };
}

/** For the settings of a group; what the placeholders stand for depends on the project. */
export async function groupBadgeSettings(ctx: Context, access: NamespaceAccess): Promise<BadgeSettings> {
  const { namespace, policy } = access;
  const rows = await listBadges(ctx, { kind: 'group', id: namespace.id });
  return {
    api: `/api/v4/groups/${namespace.id}/badges`,
    owner: 'group',
    badges: rows.map((row) => toRestBadge(row, {})),
    canChange: isAllowed(ctx.actor, 'admin_group_badges', policy),
  };
}

/** What the overview of the project shows. */
export async function projectBadges(ctx: Context, access: ProjectAccess): Promise<ProjectBadge[]> {
  const owner: BadgeOwner = { kind: 'project', id: access.project.id };
  const rows = await listBadgeRows(ctx.db, owner);
  if (rows.length === 0) return [];
  const values = await badgeValues(ctx, access);
  return rows.map((row) => {
    const image = fillBadge(row.image_url, values);
    const href = fillBadge(row.link_url, values);
    const isOwn = URL.canParse(image) && new URL(image).origin === new URL(ctx.config.url).origin;
    const name = row.name === '' ? (URL.canParse(href) ? new URL(href).host : href) : row.name;
    return { id: row.id, name, href, src: isOwn ? image : null };
  });
}

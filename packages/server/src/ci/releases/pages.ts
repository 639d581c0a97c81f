import type { Extensions } from '../../platform/extensions.ts';
import type {
  ReleaseFormPageData,
  ReleasePageData,
  ReleasesPageData,
  ReleaseView as PageRelease,
} from '@tributary/contract/ci/releases-page.ts';
import { ARCHIVE_FORMATS, encodePath, repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { definePage, type Page } from '../../endpoints/pages/define-page.ts';
import { pageNumber } from '../../endpoints/pages/page-number.ts';
import type { Context } from '../../platform/context.ts';
import { authorize, isAllowed } from '../../platform/policy/policy.ts';
import { defineProjectNav, featureOf, type ProjectAccess } from '../../projects/index.ts';
import { defineTagReleases } from '../../repositories/index.ts';
import { milestoneChoices } from './release-milestones.ts';
import { findLatestRelease, findReleasesOfTags, type ReleaseOrder } from './release-store.ts';
import { releaseRefusal } from './release-refusal.ts';
import { removeReleaseOfTag } from './save-release.ts';
import { evidenceUrl, getRelease, listReleases, type ReleaseView, viewReleases } from './view-releases.ts';

const PER_PAGE = 10;
const nav = 'releases';
const SORTS: Readonly<Record<string, ReleaseOrder>> = {
  released_desc: { by: 'released_at', direction: 'desc' },
  released_asc: { by: 'released_at', direction: 'asc' },
  created_desc: { by: 'created_at', direction: 'desc' },
  created_asc: { by: 'created_at', direction: 'asc' },
};
const NEWEST: ReleaseOrder = { by: 'released_at', direction: 'desc' };

const listHref = ({ project }: ProjectAccess): string => `/${encodePath(project.full_path)}/-/releases`;
const releaseHref = (access: ProjectAccess, tag: string): string => `${listHref(access)}/${encodePath(tag)}`;
const mayChange = (ctx: Context, access: ProjectAccess) =>
  isAllowed(ctx.actor, 'create_release', featureOf(access, 'repository'));

function toPageRelease(
  ctx: Context,
  access: ProjectAccess,
  { row, author, commit, html, milestones, evidences }: ReleaseView,
): PageRelease {
  const { full_path: path } = access.project;
  return {
    tag: row.tag,
    name: row.name,
    href: releaseHref(access, row.tag),
    html,
    releasedAt: row.released_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    isUpcoming: row.released_at > ctx.clock.now(),
    author: author && {
      id: author.id,
      username: author.username,
      name: author.name,
      avatarUrl: author.avatarUrl,
      href: `/${author.username}`,
    },
    commit: commit
      ? { shortSha: commit.sha.slice(0, 8), title: commit.subject, href: repositoryPaths.commit(path, commit.sha) }
      : null,
    tagHref: repositoryPaths.tree(path, row.tag),
    links: row.links.map(({ id, name, url, filepath, linkType }) => ({ id, name, url, filepath, linkType })),
    sources: ARCHIVE_FORMATS.map((format) => ({ format, href: repositoryPaths.archive(path, row.tag, format) })),
    milestones: milestones.map(({ id, title, href, isClosed }) => ({ id, title, href, isClosed })),
    evidences: evidences.map(({ id, sha, collected_at: at }) => ({
      id,
      sha,
      href: evidenceUrl('', path, row.tag, id),
      collectedAt: at.toISOString(),
    })),
  };
}

const list = definePage<ProjectAccess, ReleasesPageData>({
  kind: 'releases',
  on: 'project',
  path: 'releases',
  ability: 'read_releases',
  nav,
  load: async ({ ctx, subject, query }) => {
    authorize(ctx.actor, 'read_releases', featureOf(subject, 'repository'));
    const order = SORTS[query.get('sort') ?? ''] ?? NEWEST;
    const search = (query.get('search') ?? '').trim().slice(0, 255);
    const page = await listReleases(ctx, subject, order, { page: pageNumber(query), perPage: PER_PAGE, search });
    return {
      title: 'Releases',
      breadcrumbs: [{ text: 'Releases', href: listHref(subject) }],
      data: {
        projectId: subject.project.id,
        search,
        releases: page.items.map((view) => toPageRelease(ctx, subject, view)),
        newHref: mayChange(ctx, subject) ? `${listHref(subject)}/new` : null,
        paging: { page: page.page, perPage: page.perPage, total: page.total ?? null, hasNext: page.hasNext },
      },
    };
  },
});

/** The address of the newest release, whatever its tag is. */
const latest = definePage<ProjectAccess, null>({
  kind: 'release_show',
  on: 'project',
  path: 'releases/permalink/latest',
  ability: 'read_releases',
  nav,
  load: async ({ ctx, subject }) => {
    authorize(ctx.actor, 'read_releases', featureOf(subject, 'repository'));
    const row = await findLatestRelease(ctx.db, subject.project.id, 'released_at', ctx.clock.now());
    if (!row) throw new AppError('not_found', { resource: 'Release' });
    return { title: row.name, data: null, redirect: releaseHref(subject, row.tag) };
  },
});

const show = definePage<ProjectAccess, ReleasePageData>({
  kind: 'release_show',
  on: 'project',
  path: 'releases/*tag',
  ability: 'read_releases',
  nav,
  load: async ({ ctx, subject, params }) => {
    authorize(ctx.actor, 'read_releases', featureOf(subject, 'repository'));
    const row = await getRelease(ctx, subject, params['tag'] ?? '');
    const [view] = await viewReleases(ctx, subject, [row]);
    if (!view) throw new AppError('not_found', { resource: 'Release' });
    const release = toPageRelease(ctx, subject, view);
    return {
      title: row.name,
      breadcrumbs: [
        { text: 'Releases', href: listHref(subject) },
        { text: row.name, href: release.href },
      ],
      data: {
        projectId: subject.project.id,
        release,
        listHref: listHref(subject),
        editHref: (await releaseRefusal(ctx, subject, row.tag)) ? null : `${release.href}/edit`,
      },
    };
  },
});

async function formData(ctx: Context, access: ProjectAccess): Promise<Omit<ReleaseFormPageData, 'release' | 'tag'>> {
  const { project } = access;
  const below = `/${encodePath(project.full_path)}/-`;
  return {
    projectId: project.id,
    refsPath: repositoryPaths.refs(project.full_path),
    listHref: listHref(access),
    defaultBranch: project.default_branch ?? '',
    milestones: await milestoneChoices(ctx, access),
    previewPath: `${below}/preview_markdown`,
    uploadsPath: isAllowed(ctx.actor, 'upload_file', access.policy) ? `${below}/uploads` : null,
  };
}

const create = definePage<ProjectAccess, ReleaseFormPageData>({
  kind: 'release_form',
  on: 'project',
  path: 'releases/new',
  ability: 'create_release',
  nav,
  load: async ({ ctx, subject, query }) => {
    authorize(ctx.actor, 'create_release', featureOf(subject, 'repository'));
    return {
      title: 'New release',
      breadcrumbs: [
        { text: 'Releases', href: listHref(subject) },
        { text: 'New', href: `${listHref(subject)}/new` },
      ],
      data: {
        ...(await formData(ctx, subject)),
        release: null,
        tag: (query.get('tag_name') ?? '').slice(0, 255),
      },
    };
  },
});

const edit = definePage<ProjectAccess, ReleaseFormPageData>({
  kind: 'release_form',
  on: 'project',
  path: 'releases/*tag/edit',
  ability: 'create_release',
  nav,
  load: async ({ ctx, subject, params }) => {
    authorize(ctx.actor, 'create_release', featureOf(subject, 'repository'));
    const row = await getRelease(ctx, subject, params['tag'] ?? '');
    const refusal = await releaseRefusal(ctx, subject, row.tag);
    if (refusal) throw new AppError(refusal.code, refusal.params);
    const [view] = await viewReleases(ctx, subject, [row]);
    const href = releaseHref(subject, row.tag);
    return {
      title: `Edit ${row.name}`,
      breadcrumbs: [
        { text: 'Releases', href: listHref(subject) },
        { text: row.name, href },
        { text: 'Edit', href: `${href}/edit` },
      ],
      data: {
        ...(await formData(ctx, subject)),
        tag: row.tag,
        release: {
          id: row.id,
          tag: row.tag,
          name: row.name,
          description: row.description,
          releasedAt: row.released_at.toISOString(),
          links: row.links.map(({ id, name, url, filepath, linkType }) => ({ id, name, url, filepath, linkType })),
          milestones: view?.milestones.map(({ title }) => title) ?? [],
        },
      },
    };
  },
});

export const releasePages: Page[] = [list, create, latest, edit, show];

export const releasesPages: Extensions = [
  defineProjectNav({
    key: nav,
    label: 'Releases',
    icon: 'release',
    path: 'releases',
    order: 25,
    group: 'Build',
    feature: 'repository',
    ability: 'read_releases',
  }),
  defineTagReleases({
    find: async (ctx, access, tags) => {
      if (!isAllowed(ctx.actor, 'read_releases', featureOf(access, 'repository'))) return new Map();
      const rows = await findReleasesOfTags(ctx.db, access.project.id, tags);
      return new Map(
        rows.map(({ tag, name, description }) => [tag, { name, description, href: releaseHref(access, tag) }]),
      );
    },
    newHref: (ctx, access, tag) =>
      mayChange(ctx, access) ? `${listHref(access)}/new?tag_name=${encodeURIComponent(tag)}` : null,
    remove: (ctx, access, tag) => removeReleaseOfTag(ctx, access.project.id, tag),
  }),
];

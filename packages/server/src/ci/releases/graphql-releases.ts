import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { type Connection, pagedConnection } from '../../endpoints/graphql/connection.ts';
import { toGlobalId } from '../../endpoints/graphql/global-id.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { isHistorical } from './collect-evidence.ts';
import type { EvidenceFacts } from './evidence-store.ts';
import { releaseRefusal } from './release-refusal.ts';
import { findRelease, type ReleaseOrder } from './release-store.ts';
import type { ReleaseLink } from './tables.ts';
import {
  directAssetUrl,
  evidenceUrl,
  listReleases,
  type ReleaseView,
  toRestRelease,
  viewReleases,
} from './view-releases.ts';

type Release = ReleaseView & { access: ProjectAccess };
type Source = { format: string; url: string };
type Link = ReleaseLink & { directAssetUrl: string };
type Assets = { links: Link[]; sources: Source[] };
type Evidence = EvidenceFacts & { filepath: string };

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    Release: Release;
    ReleaseConnection: Connection<Release>;
    ReleaseAssets: Assets;
    ReleaseAssetLink: Link;
    ReleaseAssetLinkConnection: { nodes: Link[] };
    ReleaseEvidence: Evidence;
    ReleaseEvidenceConnection: { nodes: Evidence[] };
    ReleaseLinks: Release;
    ReleaseSource: Source;
    ReleaseSourceConnection: { nodes: Source[] };
  }
}

const ORDERS = {
  RELEASED_AT_DESC: { by: 'released_at', direction: 'desc' },
  RELEASED_AT_ASC: { by: 'released_at', direction: 'asc' },
  CREATED_DESC: { by: 'created_at', direction: 'desc' },
  CREATED_ASC: { by: 'created_at', direction: 'asc' },
} as const satisfies Record<string, ReleaseOrder>;
const SORTS = ['RELEASED_AT_DESC', 'RELEASED_AT_ASC', 'CREATED_DESC', 'CREATED_ASC'] as const;
const LINK_TYPES = ['OTHER', 'RUNBOOK', 'IMAGE', 'PACKAGE'] as const;

/** Null for those who may not read releases. */
async function readable(ctx: Context, projectId: number): Promise<ProjectAccess | null> {
  const access = await getProjectAccess(ctx, projectId);
  return isAllowed(ctx.actor, 'read_releases', featureOf(access, 'repository')) ? access : null;
}

function addAssets(builder: GraphqlBuilder): void {
  const linkType = builder.enumType('ReleaseAssetLinkType', { values: LINK_TYPES });
  builder.objectType('ReleaseAssetLink', {
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ id }) => toGlobalId('Releases::Link', id) }),
      name: t.exposeString('name', { nullable: true }),
      url: t.exposeString('url', { nullable: true }),
      directAssetUrl: t.exposeString('directAssetUrl', { nullable: true }),
      directAssetPath: t.string({ nullable: true, resolve: ({ filepath }) => filepath }),
      linkType: t.field({
        type: linkType,
        nullable: true,
        resolve: (link) => LINK_TYPES.find((each) => each.toLowerCase() === link.linkType) ?? 'OTHER',
      }),
    }),
  });
  builder.objectType('ReleaseAssetLinkConnection', {
    fields: (t) => ({ nodes: t.field({ type: ['ReleaseAssetLink'], resolve: ({ nodes }) => nodes }) }),
  });
  builder.objectType('ReleaseSource', {
    fields: (t) => ({
      format: t.exposeString('format', { nullable: true }),
      url: t.exposeString('url', { nullable: true }),
    }),
  });
  builder.objectType('ReleaseSourceConnection', {
    fields: (t) => ({ nodes: t.field({ type: ['ReleaseSource'], resolve: ({ nodes }) => nodes }) }),
  });
  builder.objectType('ReleaseAssets', {
    fields: (t) => ({
      count: t.int({ nullable: true, resolve: ({ links, sources }) => links.length + sources.length }),
      links: t.field({
        type: 'ReleaseAssetLinkConnection',
        nullable: true,
        resolve: ({ links }) => ({ nodes: links }),
      }),
      sources: t.field({
        type: 'ReleaseSourceConnection',
        nullable: true,
        resolve: ({ sources }) => ({ nodes: sources }),
      }),
    }),
  });
}

function addEvidences(builder: GraphqlBuilder): void {
  builder.objectType('ReleaseEvidence', {
    description: 'A snapshot of a release.',
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ id }) => toGlobalId('Releases::Evidence', id) }),
      sha: t.exposeString('sha', { nullable: true }),
      filepath: t.exposeString('filepath', { nullable: true }),
      collectedAt: t.field({ type: 'Time', nullable: true, resolve: (evidence) => evidence.collected_at }),
    }),
  });
  builder.objectType('ReleaseEvidenceConnection', {
    fields: (t) => ({ nodes: t.field({ type: ['ReleaseEvidence'], resolve: ({ nodes }) => nodes }) }),
  });
}

/** Addresses that have to do with a release. */
function addLinks(builder: GraphqlBuilder): void {
  const below = (ctx: Context, { access }: Release) => `${ctx.config.url}/${access.project.full_path}/-`;
  builder.objectType('ReleaseLinks', {
    fields: (t) => ({
      selfUrl: t.string({
        nullable: true,
        resolve: (release, _args, { ctx }) => `${below(ctx, release)}/releases/${encodeURIComponent(release.row.tag)}`,
      }),
      editUrl: t.string({
        nullable: true,
        description: 'Only for those who may change the release.',
        resolve: async (release, _args, { ctx }) =>
          (await releaseRefusal(ctx, release.access, release.row.tag))
            ? null
            : `${below(ctx, release)}/releases/${encodeURIComponent(release.row.tag)}/edit`,
      }),
    }),
  });
}

function addRelease(builder: GraphqlBuilder): void {
  builder.objectType('Release', {
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: ({ row }) => toGlobalId('Release', row.id) }),
      tagName: t.string({ nullable: true, resolve: ({ row }) => row.tag }),
      tagPath: t.string({
        nullable: true,
        resolve: ({ row, access }) => repositoryPaths.tree(access.project.full_path, row.tag),
      }),
      name: t.string({ nullable: true, resolve: ({ row }) => row.name }),
      description: t.string({ nullable: true, resolve: ({ row }) => row.description }),
      descriptionHtml: t.string({ nullable: true, resolve: ({ html }) => html }),
      createdAt: t.field({ type: 'Time', nullable: true, resolve: ({ row }) => row.created_at }),
      releasedAt: t.field({ type: 'Time', nullable: true, resolve: ({ row }) => row.released_at }),
      upcomingRelease: t.boolean({
        nullable: true,
        resolve: ({ row }, _args, { ctx }) => row.released_at > ctx.clock.now(),
      }),
      historicalRelease: t.boolean({
        nullable: true,
        description: 'Its date was before its creation.',
        resolve: ({ row }) => isHistorical(row.released_at, row.created_at),
      }),
      evidences: t.field({
        type: 'ReleaseEvidenceConnection',
        nullable: true,
        resolve: ({ row, access, evidences }, _args, { ctx }) => ({
          nodes: evidences.map((each) => ({
            ...each,
            filepath: evidenceUrl(ctx.config.url, access.project.full_path, row.tag, each.id),
          })),
        }),
      }),
      links: t.field({ type: 'ReleaseLinks', nullable: true, resolve: (release) => release }),
      author: t.field({ type: 'User', nullable: true, resolve: ({ author }) => author }),
      assets: t.field({
        type: 'ReleaseAssets',
        nullable: true,
        resolve: (release, _args, { ctx }) => ({
          links: release.row.links.map((link) => ({
            ...link,
            directAssetUrl: directAssetUrl(ctx.config.url, release.access.project.full_path, release.row.tag, link),
          })),
          sources: toRestRelease(ctx, release.access, release).assets.sources,
        }),
      }),
    }),
  });
  builder.objectType('ReleaseConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['Release'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
}

/** Releases of projects. */
export function addReleases(builder: GraphqlBuilder): void {
  addAssets(builder);
  addEvidences(builder);
  addLinks(builder);
  addRelease(builder);
  const sortType = builder.enumType('ReleaseSort', { values: SORTS });
  builder.objectFields('Project', (t) => ({
    releases: t.field({
      type: 'ReleaseConnection',
      nullable: true,
      args: { sort: t.arg({ type: sortType }), first: t.arg.int(), after: t.arg.string() },
      resolve: async ({ project }, { sort, ...args }, { ctx }) => {
        const access = await readable(ctx, project.id);
        if (!access) return null;
        return pagedConnection(args, async (request) => {
          const page = await listReleases(ctx, access, ORDERS[sort ?? 'RELEASED_AT_DESC'], request);
          return { ...page, items: page.items.map((view) => ({ ...view, access })) };
        });
      },
    }),
    release: t.field({
      type: 'Release',
      nullable: true,
      args: { tagName: t.arg.string({ required: true }) },
      resolve: async ({ project }, { tagName }, { ctx }) => {
        const access = await readable(ctx, project.id);
        const row = access && (await findRelease(ctx.db, project.id, tagName));
        const [view] = access && row ? await viewReleases(ctx, access, [row]) : [];
        return access && view ? { ...view, access } : null;
      },
    }),
  }));
}

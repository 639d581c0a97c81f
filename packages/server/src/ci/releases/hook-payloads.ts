import type { Extensions } from '../../platform/extensions.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { Context } from '../../platform/context.ts';
import { getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { storedCommits } from '../../repositories/index.ts';
import { defineHookPayload, defineHookSample, type HookPayload, hookProject } from '../../webhooks/index.ts';
import { findReleaseById, listReleaseRows, type ReleaseRow } from './release-store.ts';
import { toRestRelease } from './view-releases.ts';

export type ReleaseAction = 'create' | 'update' | 'delete';

declare module '../../platform/events.ts' {
  interface EventMap {
    'release.changed': {
      projectId: number;
      releaseId: number;
      action: ReleaseAction;
      /** Of one that was deleted: what it was, with times as text. */
      removed: RemovedRelease | null;
    };
  }
}

type Told = Pick<ReleaseRow, 'id' | 'tag' | 'sha' | 'name' | 'description' | 'links' | 'created_at' | 'released_at'>;
export type RemovedRelease = Omit<Told, 'created_at' | 'released_at'> & { created_at: string; released_at: string };

/** `2020-11-02 12:55:12 UTC`, as receivers of this hook read times. */
const timeOf = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

async function payloadOf(
  ctx: Context,
  access: ProjectAccess,
  release: Told,
  action: ReleaseAction,
): Promise<HookPayload> {
  const { project } = access;
  const { url: origin } = ctx.config;
  const commit = (await storedCommits(ctx, access, [release.sha])).get(release.sha);
  const row = { ...release, project_id: project.id, author_id: null, updated_at: release.created_at };
  const { assets } = toRestRelease(ctx, access, { row, author: null, commit, html: '', milestones: [], evidences: [] });
  return {
    projectId: project.id,
    trigger: 'releases_events',
    eventName: 'Release Hook',
    body: {
      id: release.id,
      created_at: timeOf(release.created_at),
      description: release.description,
      name: release.name,
      released_at: timeOf(release.released_at),
      tag: release.tag,
      object_kind: 'release',
      project: await hookProject(ctx, project),
      url: `${origin}/${project.full_path}/-/releases/${encodeURIComponent(release.tag)}`,
      action,
      assets: {
        count: assets.count,
        links: release.links.map(({ id, name, url, linkType }) => ({ id, link_type: linkType, name, url })),
        sources: assets.sources,
      },
      commit: commit && {
        id: commit.sha,
        message: commit.message,
        title: commit.subject,
        timestamp: commit.committer.date,
        url: `${origin}${repositoryPaths.commit(project.full_path, commit.sha)}`,
        author: { name: commit.author.name, email: '[REDACTED]' },
      },
    },
  };
}

export const releasesHookPayloads: Extensions = [
  defineHookPayload('release.changed', async (ctx, { data: { projectId, releaseId, action, removed } }) => {
    const access = await getProjectAccess(ctx, projectId);
    if (access.project.deleting_since !== null) return null;
    const release = removed
      ? { ...removed, created_at: new Date(removed.created_at), released_at: new Date(removed.released_at) }
      : await findReleaseById(ctx.db, releaseId);
    return release ? payloadOf(ctx, access, release, action) : null;
  }),
  defineHookSample('releases_events', async (ctx, projectId) => {
    const order = { by: 'created_at', direction: 'desc' } as const;
    const [newest] = await listReleaseRows(ctx.db, { projectId }, order, { offset: 0, limit: 1 });
    return newest ? payloadOf(ctx, await getProjectAccess(ctx, projectId), newest, 'create') : null;
  }),
];

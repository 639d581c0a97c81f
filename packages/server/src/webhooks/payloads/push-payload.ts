import type { Extensions } from '../../platform/extensions.ts';
import {
  branchRef,
  type Commit,
  countCommits,
  displayPath,
  findCommit,
  listArrivedCommits,
  listChangedFiles,
  readRef,
  ZERO_OID,
} from '@tributary/git';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { projectById, type ProjectRow } from '../../projects/index.ts';
import type { PushReceived } from '../../repositories/index.ts';
import { hooksFor } from '../store/hook-store.ts';
import { hookProject, hookPusher, hookRepository } from './payload-parts.ts';
import { defineHookPayload, defineHookSample, type HookPayload } from './payload-registry.ts';
import { newestPush } from '../store/push-store.ts';

const MAX_COMMITS = 20;
const MAX_FILES = 200;
const MAX_COUNTED = 10_000;
const ZEROS = /^0+$/;

async function commitPayload(ctx: Context, project: ProjectRow, directory: string, commit: Commit) {
  const changes = await listChangedFiles(directory, { from: commit.parents[0] ?? null, to: commit.sha });
  const of = (status: string[]) =>
    changes
      .filter((change) => status.includes(change.status))
      .slice(0, MAX_FILES)
      .map((change) => displayPath(change.newPath));
  return {
    id: commit.sha,
    message: commit.message,
    title: commit.subject,
    timestamp: commit.committer.date,
    url: `${ctx.config.url}/${project.full_path}/-/commit/${commit.sha}`,
    author: { name: commit.author.name, email: '[REDACTED]' },
    added: of(['added']),
    modified: of(['modified', 'renamed', 'copied', 'type_changed']),
    removed: of(['deleted']),
  };
}

/** Commits that came with the push, oldest first: those not on the default branch for a new branch. */
async function newCommits(directory: string, project: ProjectRow, push: PushReceived): Promise<Commit[]> {
  if (push.refKind === 'tag' || ZEROS.test(push.newSha)) return [];
  const arrived = { head: push.newSha, limit: MAX_COMMITS };
  if (!ZEROS.test(push.oldSha)) return listArrivedCommits(directory, { ...arrived, base: push.oldSha });
  const isDefault = push.name === project.default_branch;
  const base =
    project.default_branch === null || isDefault
      ? undefined
      : await readRef(directory, branchRef(project.default_branch));
  return listArrivedCommits(directory, { ...arrived, base });
}

async function buildPush(ctx: Context, push: PushReceived): Promise<HookPayload | null> {
  const project = await projectById(ctx.db, push.projectId);
  if (!project || project.deleting_since !== null) return null;
  const directory = ctx.repositories.directory(project.id);
  const isTag = push.refKind === 'tag';
  const kind = isTag ? 'tag_push' : 'push';
  const isGone = ZEROS.test(push.newSha);
  const commits = await newCommits(directory, project, push);
  const tip = isGone ? undefined : await findCommit(directory, push.newSha);
  return {
    projectId: project.id,
    trigger: isTag ? 'tag_push_events' : 'push_events',
    eventName: isTag ? 'Tag Push Hook' : 'Push Hook',
    ...(!isTag && { branch: push.name }),
    body: {
      object_kind: kind,
      event_name: kind,
      before: push.oldSha,
      after: push.newSha,
      ref: push.ref,
      checkout_sha: tip?.sha ?? null,
      message: null,
      ...(await hookPusher(ctx, push.actorId)),
      project_id: project.id,
      project: await hookProject(ctx, project),
      commits: await Promise.all(commits.map((commit) => commitPayload(ctx, project, directory, commit))),
      total_commits_count: isTag ? 0 : push.commitCount,
      push_options: {},
      repository: hookRepository(ctx, project),
    },
  };
}

/** Of a project that nobody pushed to, e.g. one made with a first file: the default branch as if it had come just now. */
async function buildFirstPush(ctx: Context, projectId: number): Promise<HookPayload | null> {
  const project = await projectById(ctx.db, projectId);
  const name = project?.default_branch;
  if (project?.repository_state !== 'ready' || name === null || name === undefined) return null;
  const directory = ctx.repositories.directory(projectId);
  const ref = branchRef(name);
  const newSha = await readRef(directory, ref);
  if (newSha === undefined) return null;
  const commitCount = await countCommits(directory, { rev: newSha, max: MAX_COUNTED });
  return buildPush(ctx, {
    pushEventId: 0,
    projectId,
    ref,
    refKind: 'branch',
    name,
    oldSha: ZERO_OID,
    newSha,
    actorId: actorId(ctx.actor) ?? null,
    action: 'created',
    isForced: false,
    commitCount,
  });
}

export const payloadsPushPayload: Extensions = [
  /** One call for each ref that moved, for mirrors of the whole instance. */
  defineHookPayload(
    'push.received',
    async (ctx, { data }) => {
      const project = await projectById(ctx.db, data.projectId);
      if (!project || project.deleting_since !== null) return null;
      return {
        projectId: project.id,
        trigger: 'repository_update_events',
        eventName: 'System Hook',
        body: {
          event_name: 'repository_update',
          ...(await hookPusher(ctx, data.actorId)),
          project_id: project.id,
          project: await hookProject(ctx, project),
          changes: [{ before: data.oldSha, after: data.newSha, ref: data.ref }],
          refs: [data.ref],
        },
      };
    },
    'repository-update-hooks',
  ),
  // As GitLab's limit of hooks for one push has it: a mirror would call them for every ref.
  defineHookPayload('push.received', async (ctx, { data }) => {
    if (data.bulkCount !== undefined) return null;
    // The files of each commit cost a process.
    const hooks = await hooksFor(ctx.db, data.projectId, data.refKind === 'tag' ? 'tag_push_events' : 'push_events');
    return hooks.length > 0 ? buildPush(ctx, data) : null;
  }),
  () => {
    for (const [trigger, refKind] of [
      ['push_events', 'branch'],
      ['tag_push_events', 'tag'],
    ] as const) {
      defineHookSample(trigger, async (ctx, projectId) => {
        const push = await newestPush(ctx.db, projectId, refKind);
        if (push) return buildPush(ctx, push);
        return refKind === 'branch' ? buildFirstPush(ctx, projectId) : null;
      })();
    }
  },
];

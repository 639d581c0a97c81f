import type { Extensions } from '../../platform/extensions.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { can } from '../../platform/policy/policy.ts';
import { defineTopic } from '../../platform/realtime/topics.ts';
import {
  featureOf,
  getProjectAccess,
  containerOfProject,
  type ProjectAccess,
  projectOf,
} from '../../projects/index.ts';
import { commitKey, getVisibleCommit, parseCommitKey } from '../../repositories/index.ts';
import { defineNoteable, type Noteable } from '../noteable.ts';
import { positionOfCommitCode, resolveCommitPosition } from './resolve-commit-position.ts';
import { commitNumber } from './commit-number.ts';
import { addDiscussedCommit, findDiscussedCommit, listDiscussedCommits } from './store/discussed-commits.ts';
import { recordCommitComments } from './record-commit-comments.ts';

const SHORT_SHA = 8;

/** A commit by its id or a ref as something to talk about; undefined when it is not there or not to be seen. */
export async function findCommitNoteable(
  ctx: Context,
  access: ProjectAccess,
  name: string,
): Promise<Noteable | undefined> {
  if (can(ctx.actor, 'read_code', featureOf(access, 'repository'))) return undefined;
  try {
    return commitNoteable(ctx, access, await getVisibleCommit(ctx, access, name));
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

/** The same of a commit that was found to be among what the actor may see there. */
export function commitNoteable(
  ctx: Context,
  access: ProjectAccess,
  { sha, subject }: { sha: string; subject: string },
): Noteable | undefined {
  const policy = featureOf(access, 'repository');
  if (can(ctx.actor, 'read_code', policy)) return undefined;
  const { id: projectId, full_path: fullPath } = access.project;
  return {
    type: 'Commit',
    id: commitNumber(projectId, sha),
    iid: null,
    place: containerOfProject(access),
    policy: { ...policy, resource: 'Commit', isOwn: false },
    // Whoever wrote it is only claimed.
    authorId: null,
    title: subject,
    path: repositoryPaths.commit(fullPath, sha),
    reference: `${fullPath}@${sha.slice(0, SHORT_SHA)}`,
    topic: `commit:${commitKey(projectId, sha)}`,
    headSha: sha,
    commitSha: sha,
  };
}

/** By its project and its own id, as one text. Throws for what names none, so that who made it up learns how it is written. */
async function findByKey(ctx: Context, key: string): Promise<Noteable | undefined> {
  const named = parseCommitKey(key);
  if (!named) throw new AppError('commit_id_invalid');
  const access = await findProjectAccess(ctx, named.projectId);
  return access && findCommitNoteable(ctx, access, named.sha);
}

/** By the right to read the code: git is not asked about each. */
async function visibleCommits(ctx: Context, ids: readonly number[]): Promise<Set<number>> {
  const rows = await listDiscussedCommits(ctx.db, ids);
  const visible = new Set<number>();
  for (const [projectId, own] of Map.groupBy(rows, (row) => row.projectId)) {
    const access = await findProjectAccess(ctx, projectId);
    if (!access || can(ctx.actor, 'read_code', featureOf(access, 'repository'))) continue;
    for (const row of own) visible.add(row.id);
  }
  return visible;
}

export async function findProjectAccess(ctx: Context, projectId: number): Promise<ProjectAccess | undefined> {
  try {
    return await getProjectAccess(ctx, projectId);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

export const commitsCommitNoteable: Extensions = [
  defineNoteable({
    type: 'Commit',
    pathName: 'repository/commits',
    pagePathName: 'commit',
    isResolvable: false,
    allowsInternal: false,
    takesAwards: false,
    hasMarks: false,
    livesIn: 'project',
    findNamed: (ctx, place, name) => findCommitNoteable(ctx, projectOf(place), name),
    find: async (ctx, place, key) => {
      const row = 'id' in key ? await findDiscussedCommit(ctx.db, key.id) : undefined;
      return row?.projectId === place.id ? findCommitNoteable(ctx, projectOf(place), row.sha) : undefined;
    },
    findById: async (ctx, id) => {
      const row = await findDiscussedCommit(ctx.db, id);
      const access = row && (await findProjectAccess(ctx, row.projectId));
      return access && findCommitNoteable(ctx, access, row.sha);
    },
    findListed: async (ctx, id) => {
      const row = await findDiscussedCommit(ctx.db, id);
      const access = row && (await findProjectAccess(ctx, row.projectId));
      return access && commitNoteable(ctx, access, { sha: row.sha, subject: row.title ?? row.sha.slice(0, SHORT_SHA) });
    },
    findByKey,
    visibleAmong: visibleCommits,
    mention: { kind: 'commit', noun: 'commit' },
    onNotesChanged: async (ctx, noteable, { kind, isSystem, notes }) => {
      if (!isSystem && kind === 'created') await recordCommitComments(ctx, noteable, notes);
    },
    prepare: async (ctx, { id, place, headSha, title }) => {
      const commit = { projectId: place.id, sha: headSha ?? '', title };
      await addDiscussedCommit(ctx.db, id, commit);
      const stored = await findDiscussedCommit(ctx.db, id);
      if (stored?.projectId !== commit.projectId || stored.sha !== commit.sha) {
        throw new Error(`two commits have the number ${id}`);
      }
    },
    openPositions: (ctx, noteable) => (position) => resolveCommitPosition(ctx, noteable, position),
    positionOfCode: positionOfCommitCode,
  }),
  defineTopic('commit', async (ctx, id) => {
    return parseCommitKey(id) !== undefined && (await findByKey(ctx, id)) !== undefined;
  }),
];

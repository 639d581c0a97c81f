import { addSystemNote } from '../../discussions/index.ts';
import { type Context, transact } from '../../platform/context.ts';
import { findProjectAccess, accessOf, pathOf } from '../merge-request-access.ts';
import { noteableOf } from '../noteable.ts';
import { commitsAddedText } from '../rules/system-texts.ts';
import { lockEvenMerging, type MergeRequestRow } from '../store/merge-requests.ts';
import { findVersionById, listVersionCommits, type VersionRow } from '../store/versions.ts';
import { branchTip } from './branch-ends.ts';
import { createVersion, type VersionCause } from './create-version.ts';
import { listedCommit } from './listed-commit.ts';
import { continueVersion, readVersion, type ReadVersion } from './read-version.ts';

const MAX_LISTED_COMMITS = 100;

/**
 * Makes an open request follow its source branch: where the branch's tip is not the head known, a new version. Safe to
 * repeat and to race; undefined when there was nothing to do. Works as the one who pushed (the actor).
 */
export async function syncHead(
  ctx: Context,
  row: MergeRequestRow,
  tip: string,
  { pushedById, skipsPipeline = false }: VersionCause = {},
): Promise<MergeRequestRow | undefined> {
  if (row.state !== 'opened' || row.source_project_id === null || row.head_sha === tip) return undefined;
  const targetSha = await branchTip(ctx, { projectId: row.target_project_id, branch: row.target_branch });
  if (targetSha === undefined) return undefined;
  const pair = {
    source: { projectId: row.source_project_id, branch: row.source_branch },
    target: { projectId: row.target_project_id, branch: row.target_branch },
  };
  const before = await previousOf(ctx, row);
  const made = await read(ctx, pair, { sourceSha: tip, targetSha }, before);
  return transact(ctx, async (inner) => {
    const locked = await lockEvenMerging(inner.db, row.id);
    // The source branch is asked again under the lock, so that two syncs never end with the older tip.
    const current = await branchTip(inner, pair.source);
    if (locked?.state !== 'opened' || locked.head_sha === tip || current !== tip) return undefined;
    // What is being merged is the head that was checked. Should that merge come to nothing, whoever settles it looks again.
    if (locked.merging_intent_id !== null) return undefined;
    const { row: updated, version } = await createVersion(inner, locked, made, { pushedById, skipsPipeline });
    const known = locked.latest_version_id === before?.version.id ? before : await previousOf(inner, locked);
    await notePush(inner, updated, known, version, made, pushedById);
    return updated;
  });
}

type Previous = { version: VersionRow; shas: string[] };

/** The version a request has now, with its commits. */
async function previousOf(ctx: Context, row: MergeRequestRow): Promise<Previous | undefined> {
  if (row.latest_version_id === null) return undefined;
  const [version, commits] = await Promise.all([
    findVersionById(ctx.db, row.latest_version_id),
    listVersionCommits(ctx.db, row.latest_version_id),
  ]);
  return version && { version, shas: commits.map((commit) => commit.sha) };
}

/** A push that leaves nothing in common with the target is a version too: all of it is new, and it cannot be merged. */
async function read(
  ctx: Context,
  pair: Parameters<typeof readVersion>[1],
  tips: { sourceSha: string; targetSha: string },
  before: Previous | undefined,
): Promise<ReadVersion> {
  const continued = before && (await continueVersion(ctx, pair, tips, before));
  return continued ?? readVersion(ctx, pair, tips, { takesUnrelated: true });
}

async function notePush(
  ctx: Context,
  row: MergeRequestRow,
  before: Previous | undefined,
  version: VersionRow,
  made: ReadVersion,
  pushedById: number | null | undefined,
): Promise<void> {
  const access = await findProjectAccess(ctx, row.target_project_id);
  if (!access) return;
  const known = new Set(before?.shas);
  const added = made.commits.filter((commit) => !known.has(commit.sha));
  const kept = new Set(made.commits.map((commit) => commit.sha));
  const removed = [...known].filter((sha) => !kept.has(sha)).length;
  const listed = added.slice(0, MAX_LISTED_COMMITS).toReversed();
  const path = pathOf(access.project.full_path, row.iid);
  const comparePath = before ? `${path}/diffs?diff_id=${version.id}&start_sha=${before.version.head_sha}` : null;
  const body = commitsAddedText(
    listed.map((commit) => listedCommit(commit)),
    { total: added.length, comparePath, removed },
  );
  await addSystemNote(ctx, noteableOf(await accessOf(ctx, access, row)), {
    action: 'commit',
    body,
    ...(pushedById !== undefined && { authorId: pushedById }),
  });
}

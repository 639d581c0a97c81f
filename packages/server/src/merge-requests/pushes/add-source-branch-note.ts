import { addSystemNote, findLastSystemAction } from '../../discussions/index.ts';
import { SYSTEM } from '../../platform/actor.ts';
import { type Context, transact } from '../../platform/context.ts';
import { publish } from '../../platform/events.ts';
import { findMergeRequestAccess, topicOf } from '../merge-request-access.ts';
import { NOTEABLE_TYPE, noteableOf } from '../noteable.ts';
import { sourceDeletedText, sourceRestoredText } from '../rules/system-texts.ts';
import { lockEvenMerging, type MergeRequestRow } from '../store/merge-requests.ts';
import { branchTip } from '../versions/branch-ends.ts';

/** Notes that say whether the branch was there then: a request is opened again only while it is. */
const TELLING = ['branch_deleted', 'branch_restored', 'reopened'];

/**
 * Notes down that the source branch of an open request is gone, or there again, where the notes so far say otherwise. Safe to
 * repeat and to race. What a merge removes is no news to the request that was merged: it is not open any more.
 */
export async function addSourceBranchNote(ctx: Context, row: MergeRequestRow, movedById: number | null): Promise<void> {
  const { source_project_id: projectId, source_branch: branch } = row;
  if (projectId === null) return;
  await transact(ctx, async (inner) => {
    const locked = await lockEvenMerging(inner.db, row.id);
    if (locked?.state !== 'opened') return;
    // Whoever moved the branch may not see the request of a fork of theirs.
    const found = await findMergeRequestAccess({ ...inner, actor: SYSTEM }, row.id);
    if (!found) return;
    const isThere = (await branchTip(inner, { projectId, branch })) !== undefined;
    const told = await findLastSystemAction(inner.db, { noteableType: NOTEABLE_TYPE, noteableId: row.id }, TELLING);
    const wasThere = told !== 'branch_deleted';
    if (isThere === wasThere) return;
    await addSystemNote(inner, noteableOf(found), {
      action: isThere ? 'branch_restored' : 'branch_deleted',
      body: isThere ? sourceRestoredText(branch) : sourceDeletedText(branch),
      authorId: movedById,
    });
    await publish(inner, topicOf(row.id), 'changed', { id: row.id, changed: ['source_branch'] });
  });
}

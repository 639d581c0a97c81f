import { defineNoteable, type Noteable } from '../discussions/index.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { can, isAllowed } from '../platform/policy/policy.ts';
import { featureOf, containerOfProject, projectOf } from '../projects/index.ts';
import { defineTopic } from '../platform/realtime/topics.ts';
import {
  accessOf,
  findMergeRequestAccess,
  type MergeRequestAccess,
  pathOf,
  referenceOf,
  rowById,
  rowByNumber,
  topicOf,
} from './merge-request-access.ts';
import { outdatedLines } from './diffs/outdated-lines.ts';
import { positionOfCode } from './diffs/position-of-code.ts';
import { openPositions } from './diffs/resolve-position.ts';
import { visibleRequestIds } from './reads/visible-request-ids.ts';
import { touchMergeRequest } from './store/merge-requests.ts';
import { findVersionOfCommit } from './store/versions.ts';
import { refuseWhileMerging } from './merging/refuse-while-merging.ts';
import { recordMergeRequestComments } from './notifications/activity.ts';
import { threadsChanged } from './checks/threads-changed.ts';
import { syncSuggestions } from './suggestions/sync-suggestions.ts';
import { previewSuggestions, suggestionsOf } from './suggestions/suggestion-views.ts';

export const NOTEABLE_TYPE = 'MergeRequest';

/** The request as something that can be talked about. */
export function noteableOf({ row, access, policy }: MergeRequestAccess): Noteable {
  const { full_path: fullPath } = access.project;
  return {
    type: NOTEABLE_TYPE,
    id: row.id,
    iid: row.iid,
    place: containerOfProject(access),
    // Being an assignee gives no right to other users' notes.
    policy: { ...policy, isOwn: false },
    authorId: row.author_id,
    title: row.title,
    path: pathOf(fullPath, row.iid),
    reference: referenceOf(fullPath, row.iid),
    topic: topicOf(row.id),
    headSha: row.head_sha,
  };
}

defineNoteable({
  type: NOTEABLE_TYPE,
  pathName: 'merge_requests',
  livesIn: 'project',
  isResolvable: true,
  allowsInternal: false,
  takesAwards: true,
  canBeClosed: true,
  hasDrafts: true,
  hasMarks: true,
  find: async (ctx, place, key) => {
    const access = projectOf(place);
    const row = 'iid' in key ? await rowByNumber(ctx, access, key.iid) : await rowById(ctx, key.id);
    if (!row || row.target_project_id !== access.project.id) return undefined;
    const found = await accessOf(ctx, access, row);
    return can(ctx.actor, 'read_merge_request', found.policy) ? undefined : noteableOf(found);
  },
  findById: async (ctx, id) => {
    const found = await findMergeRequestAccess(ctx, id);
    return found && noteableOf(found);
  },
  visibleAmong: visibleRequestIds,
  mention: { kind: 'merge_request', noun: 'merge request' },
  openPositions,
  positionOfCode,
  holdsCommit: async (ctx, { id }, sha) => (await findVersionOfCommit(ctx.db, id, sha)) !== undefined,
  outdatedLines,
  suggestionsOf,
  previewSuggestions,
  followUpPath: (ctx, { place, iid }, discussionId) => {
    const access = projectOf(place);
    if (!isAllowed(ctx.actor, 'create_issue', featureOf(access, 'issues'))) return null;
    const one = discussionId === null ? '' : `&discussion_to_resolve=${discussionId}`;
    const path = `/${encodePath(access.project.full_path)}/-/issues/new`;
    return `${path}?merge_request_to_resolve_discussions_of=${iid}${one}`;
  },
  onNotesChanged: async (ctx, noteable, change) => {
    if (change.isSystem) return;
    const { kind, notes } = change;
    if (kind === 'created' || kind === 'unresolved') await refuseWhileMerging(ctx, noteable.id);
    if (kind === 'created') {
      await touchMergeRequest(ctx.db, noteable.id);
      await recordMergeRequestComments(ctx, noteable, notes);
    }
    if (kind === 'created' || kind === 'updated') await syncSuggestions(ctx, noteable, notes, kind);
    await threadsChanged(ctx, noteable.id);
  },
});

defineTopic('merge_request', async (ctx, id) => {
  return /^\d{1,15}$/.test(id) && (await findMergeRequestAccess(ctx, Number(id))) !== undefined;
});

import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { defineNoteable } from '../discussions/index.ts';
import { can, isAllowed } from '../platform/policy/policy.ts';
import { featureOf, projectOf } from '../projects/index.ts';
import { threadsChanged } from './checks/threads-changed.ts';
import { outdatedLines } from './diffs/outdated-lines.ts';
import { positionOfCode } from './diffs/position-of-code.ts';
import { openPositions } from './diffs/resolve-position.ts';
import { accessOf, findMergeRequestAccess, rowById, rowByNumber } from './merge-request-access.ts';
import { refuseWhileMerging } from './merging/refuse-while-merging.ts';
import { NOTEABLE_TYPE, noteableOf } from './noteable.ts';
import { recordMergeRequestComments } from './notifications/activity.ts';
import { visibleRequestIds } from './reads/visible-request-ids.ts';
import { touchMergeRequest } from './store/merge-requests.ts';
import { findVersionOfCommit } from './store/versions.ts';
import { previewSuggestions, suggestionsOf } from './suggestions/suggestion-views.ts';
import { syncSuggestions } from './suggestions/sync-suggestions.ts';

/** What discussions ask about merge requests: who may see one, where comments stand on its changes, what a note changes. */
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

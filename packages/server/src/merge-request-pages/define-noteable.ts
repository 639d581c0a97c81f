import type { Extensions } from '../platform/extensions.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { defineNoteable } from '../discussions/index.ts';
import { can, isAllowed } from '../platform/policy/policy.ts';
import { featureOf, projectOf } from '../projects/index.ts';
import {
  threadsChanged,
  accessOf,
  findMergeRequestAccess,
  rowById,
  rowByNumber,
  lockMergeRequest,
  NOTEABLE_TYPE,
  noteableOf,
  recordMergeRequestComments,
  visibleRequestIds,
  touchMergeRequest,
  findVersionOfCommit,
} from '../merge-requests/index.ts';
import { outdatedLines, positionOfCode, openPositions } from '../changes/index.ts';
import { previewSuggestions, suggestionsOf, syncSuggestions } from '../reviews/index.ts';

export const mergeRequestPagesDefineNoteable: Extensions = [
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
      if (kind === 'created' || kind === 'unresolved') await lockMergeRequest(ctx.db, noteable.id);
      if (kind === 'created') {
        await touchMergeRequest(ctx.db, noteable.id);
        await recordMergeRequestComments(ctx, noteable, notes);
      }
      if (kind === 'created' || kind === 'updated') await syncSuggestions(ctx, noteable, notes, kind);
      await threadsChanged(ctx, noteable.id);
    },
  }),
];

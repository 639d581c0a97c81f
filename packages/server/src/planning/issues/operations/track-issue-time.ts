import { defineOperation } from '../../../platform/operation.ts';
import { applyTimeChange, type TimeChange } from '../../time-tracking/track-time.ts';
import { canAdminIssue } from '../abilities.ts';
import type { IssueAccess } from '../issue-access.ts';
import { issueNoteable } from '../noteable.ts';
import { updateIssueRow } from '../store/issues.ts';
import { loadIssue } from './load-issue.ts';
import { announceIssue } from './update-issue.ts';

/** Estimates the work on an issue, adds time that it took, or takes either away. */
export const trackIssueTime = defineOperation<{ issueId: number; change: TimeChange }, IssueAccess, void>({
  name: 'issue.track_time',
  load: (ctx, input) => loadIssue(ctx, input.issueId),
  check: (ctx, found) => canAdminIssue(ctx.actor, found),
  run: async (ctx, found, { change }) => {
    await applyTimeChange(ctx, issueNoteable(found), change);
    await announceIssue(ctx, await updateIssueRow(ctx.db, found.row.id, {}), ['time']);
  },
});

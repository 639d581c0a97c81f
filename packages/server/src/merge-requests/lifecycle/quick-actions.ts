import {
  type ActionResult,
  defineQuickAction,
  type ExplainAt,
  type Noteable,
  type QuickAction,
} from '../../discussions/index.ts';
import { actorId } from '../../platform/actor.ts';
import { type Context, transact } from '../../platform/context.ts';
import {
  defineCommonActions,
  idsOf,
  type UsersInput,
  putOn,
  findNamedUsers,
  refuseCommand,
  userCommandResult,
  explainUserCommand,
} from '../../planning/index.ts';
import { projectOf } from '../../projects/index.ts';
import { canClose, canLock, canReopen, canSetMetadata, canSubscribe, canUpdate } from '../abilities.ts';
import { findMergeRequestAccess, getMergeRequest, type MergeRequestAccess } from '../merge-request-access.ts';
import { mergeMergeRequest } from '../merging/merge.ts';
import { canMergeNow, sourceRights } from '../merging/merge-rights.ts';
import { wasMergedBefore } from '../merging/was-merged-before.ts';
import { rebaseMergeRequest } from '../merging/rebase.ts';
import { NOTEABLE_TYPE } from '../noteable.ts';
import { isSubscribed } from '../reads/merge-request-detail.ts';
import { canApprove, canRequestChanges } from '../reviews/abilities.ts';
import { approveMergeRequest, unapproveMergeRequest } from '../reviews/operations/approve.ts';
import { requestChanges } from '../reviews/operations/request-changes.ts';
import { requestReviewAgain } from '../reviews/operations/request-review-again.ts';
import { findValidApproval } from '../store/approvals.ts';
import { findMergeRequestById } from '../store/merge-requests.ts';
import { listAssignees, listLabelIds, listReviewers } from '../store/assignees-and-reviewers.ts';
import { findReviewerState } from '../store/reviews.ts';
import { closeMergeRequest, reopenMergeRequest } from './operations/change-state.ts';
import { retargetMergeRequest } from './operations/retarget.ts';
import { usersWhoCanRead } from './users-who-can-read.ts';
import { setSubscribed } from './operations/subscribe.ts';
import { trackTime } from './operations/track-time.ts';
import { updateMergeRequest } from './operations/update-merge-request.ts';

const labelIdsOf = async (ctx: Context, id: number) => (await listLabelIds(ctx.db, [id])).map((each) => each.labelId);

defineCommonActions({
  type: NOTEABLE_TYPE,
  noun: 'merge request',
  can: async (ctx, noteable) => {
    const found = await findMergeRequestAccess(ctx, noteable.id);
    const may = (check: typeof canUpdate) => found !== undefined && check(ctx.actor, found) === null;
    return {
      update: may(canUpdate),
      admin: found !== undefined && canSetMetadata(ctx.actor, found.access) === null,
      lock: may(canLock),
      close: may(canClose),
      reopen: may(canReopen),
      subscribe: may(canSubscribe),
    };
  },
  canOnNew: (ctx, access) => canSetMetadata(ctx.actor, access) === null,
  isLocked: async (ctx, id) => (await findMergeRequestById(ctx.db, id))?.is_discussion_locked ?? false,
  isSubscribed: async (ctx, id) => {
    const found = await findMergeRequestAccess(ctx, id);
    return found !== undefined && isSubscribed(ctx, found);
  },
  assigneeIds: async (ctx, id) => (await listAssignees(ctx.db, [id])).map((each) => each.userId),
  whoCanSee: usersWhoCanRead,
  labelIds: labelIdsOf,
  milestoneId: async (ctx, id) => (await findMergeRequestById(ctx.db, id))?.milestone_id ?? null,
  update: (ctx, { id }, wish) => updateMergeRequest(ctx, { mergeRequestId: id, ...wish }),
  changeState: (ctx, mergeRequestId, event) =>
    (event === 'close' ? closeMergeRequest : reopenMergeRequest)(ctx, { mergeRequestId }),
  track: (ctx, mergeRequestId, change) => trackTime(ctx, { mergeRequestId, change }),
  subscribe: (ctx, mergeRequestId, isSubscribed) => setSubscribed(ctx, { mergeRequestId, isSubscribed }),
  kind: 'merge_request',
  findMetadata: async (ctx, access, iid) => {
    const { row } = await getMergeRequest(ctx, access, iid);
    return { labelIds: await labelIdsOf(ctx, row.id), milestoneId: row.milestone_id };
  },
});

/** Commands for the description of a new one, which its author may change. */
const FOR_NEW = new Set(['draft', 'assign_reviewer']);
/** They move branches, which no transaction holds. */
const MOVES_BRANCHES = new Set(['merge', 'rebase']);

/** What the operation asks, and whether there is something for it to do. */
type Check = (ctx: Context, found: MergeRequestAccess) => boolean | Promise<boolean>;

function define(
  name: string,
  check: Check,
  parts: {
    description: string;
    aliases?: string[];
    params?: string;
    explain: QuickAction['explain'];
    run: (ctx: Context, noteable: Noteable, args: string, isAgain: boolean) => Promise<string | ActionResult>;
  },
): void {
  defineQuickAction({
    ...parts,
    name,
    types: [NOTEABLE_TYPE],
    isAvailable: async (ctx, { id }) => {
      const found = await findMergeRequestAccess(ctx, id);
      return found !== undefined && (await check(ctx, found));
    },
    ...(FOR_NEW.has(name) && { isForNew: () => true }),
    hasOwnTransactions: MOVES_BRANCHES.has(name),
    run: async (ctx, noteable, args, isAgain = false): Promise<ActionResult> => {
      const result = await parts.run(ctx, noteable, args, isAgain);
      return typeof result === 'string' ? { message: result } : result;
    },
  });
}

const isOpen = ({ row }: MergeRequestAccess) => row.state === 'opened';
const mayUpdateOpen = (ctx: Context, found: MergeRequestAccess) =>
  isOpen(found) && canUpdate(ctx.actor, found) === null;

for (const isDraft of [true, false]) {
  const word = isDraft ? 'draft' : 'ready';
  define(word, (ctx, found) => mayUpdateOpen(ctx, found) && found.row.is_draft !== isDraft, {
    description: `Set the ${isDraft ? 'Draft' : 'Ready'} status`,
    // As it was called before.
    ...(isDraft && { aliases: ['wip'] }),
    explain: () => `Marks this merge request as ${word}.`,
    run: async (ctx, { id }) => {
      await updateMergeRequest(ctx, { mergeRequestId: id, isDraft });
      return `Marked this merge request as ${word}.`;
    },
  });
}

define('merge', async (ctx, found) => isOpen(found) && (await canMergeNow(ctx, found)), {
  description: 'Merge immediately if all checks have passed',
  explain: () => 'Merges this merge request if all checks have passed.',
  run: async (ctx, { id, headSha }, _args, isAgain) => {
    if (isAgain && (await wasMergedBefore(ctx, id))) return 'Merged this merge request.';
    const sha = headSha ?? undefined;
    await mergeMergeRequest(ctx, { mergeRequestId: id, sha, onlyWhenPassed: true });
    return 'Merged this merge request.';
  },
});

define('rebase', async (ctx, found) => isOpen(found) && (await sourceRights(ctx, found)).mayRebase, {
  description: 'Rebase source branch',
  explain: () => 'Rebases the source branch onto the target branch.',
  run: async (ctx, { id, headSha }, _args, isAgain) => {
    await rebaseMergeRequest(ctx, { mergeRequestId: id, catchesUp: isAgain, sha: headSha ?? undefined });
    return 'Rebased the source branch.';
  },
});

/** With one's own approval, or without. */
const mayApprove = (isApproved: boolean): Check => {
  return async (ctx, found) => {
    const userId = actorId(ctx.actor);
    if (userId === undefined || canApprove(ctx.actor, found) !== null) return false;
    return ((await findValidApproval(ctx.db, found.row.id, userId)) !== undefined) === isApproved;
  };
};

define('approve', mayApprove(false), {
  description: 'Approve the current merge request.',
  explain: () => 'Approves the current merge request.',
  run: async (ctx, { id, headSha }) => {
    await approveMergeRequest(ctx, { mergeRequestId: id, sha: headSha ?? undefined });
    return 'Approved the current merge request.';
  },
});

define('unapprove', mayApprove(true), {
  description: 'Unapprove the current merge request.',
  explain: () => 'Unapproves the current merge request.',
  run: async (ctx, { id }) => {
    await unapproveMergeRequest(ctx, { mergeRequestId: id });
    return 'Unapproved the current merge request.';
  },
});

const setReviewers = (ctx: Context, mergeRequestId: number, reviewerIds: UsersInput) =>
  updateMergeRequest(ctx, { mergeRequestId, reviewerIds });
const reviewerIdsOf = async (ctx: Context, id: number) =>
  (await listReviewers(ctx.db, [id])).map((each) => each.userId);
const reviewersPut = (did: (who: string) => string) => putOn('merge request', did);

/** Who of those named would be asked: all who are, and who can see it. */
const explainReviewers = (did: (who: string) => string) => async (args: string, at: ExplainAt) => {
  const people = await findNamedUsers(at.ctx, args);
  const there = at.noteable ? await reviewerIdsOf(at.ctx, at.noteable.id) : [];
  const able = await usersWhoCanRead(at.ctx, projectOf(at.place), idsOf(people));
  return explainUserCommand(people, [...there, ...able], reviewersPut(did));
};

define('assign_reviewer', mayUpdateOpen, {
  description: 'Request or re-request a review',
  aliases: ['request_review', 'reviewer'],
  params: '@user1 @user2',
  explain: explainReviewers((who) => `Requests a review from ${who}.`),
  run: async (ctx, { id }, args) => {
    const people = await findNamedUsers(ctx, args);
    const known = await reviewerIdsOf(ctx, id);
    await setReviewers(ctx, id, { add: idsOf(people), remove: [] });
    for (const userId of idsOf(people)) {
      if (known.includes(userId)) await requestReviewAgain(ctx, { mergeRequestId: id, userId });
    }
    const did = (who: string) => `Requested a review from ${who}.`;
    return userCommandResult(people, await reviewerIdsOf(ctx, id), reviewersPut(did));
  },
});

const hasReviewers = async (ctx: Context, { row }: MergeRequestAccess) => (await reviewerIdsOf(ctx, row.id)).length > 0;

define('unassign_reviewer', async (ctx, found) => mayUpdateOpen(ctx, found) && (await hasReviewers(ctx, found)), {
  description: 'Remove all or specific reviewers',
  aliases: ['remove_reviewer'],
  params: '@user1 @user2',
  explain: (args) => (args === '' ? 'Removes all reviewers.' : `Removes reviewer ${args}.`),
  run: async (ctx, { id }, args) => {
    const people = args === '' ? undefined : await findNamedUsers(ctx, args);
    const before = await reviewerIdsOf(ctx, id);
    await setReviewers(ctx, id, people ? { add: [], remove: idsOf(people) } : []);
    if (!people) return 'Removed all reviewers.';
    const did = (who: string) => `Removed reviewer ${who}.`;
    return userCommandResult(people, before, {
      did,
      nobody: (who) => `no user named ${who} is a reviewer of this merge request`,
    });
  },
});

define('reassign_reviewer', mayUpdateOpen, {
  description: 'Change reviewers',
  params: '@user1 @user2',
  explain: explainReviewers((who) => `Changes reviewers to ${who}.`),
  // With none of those named, all who were asked stay.
  run: (ctx, { id }, args) =>
    transact(ctx, async (inner) => {
      const people = await findNamedUsers(inner, args);
      await setReviewers(inner, id, idsOf(people));
      return userCommandResult(
        people,
        await reviewerIdsOf(inner, id),
        reviewersPut((who) => `Changed reviewers to ${who}.`),
      );
    }),
});

const mayRequestChanges: Check = async (ctx, found) => {
  const authorId = actorId(ctx.actor);
  if (authorId === undefined) return false;
  const state = await findReviewerState(ctx.db, { mergeRequestId: found.row.id, authorId });
  return state !== 'requested_changes' && canRequestChanges(ctx.actor, found, state) === null;
};

define('request_changes', mayRequestChanges, {
  description: 'Request changes to the current merge request.',
  explain: () => 'Requests changes to the current merge request.',
  run: async (ctx, { id }) => {
    await requestChanges(ctx, { mergeRequestId: id });
    return 'Changes requested to the current merge request.';
  },
});

define('target_branch', mayUpdateOpen, {
  description: 'Set target branch',
  params: '<Local branch name>',
  explain: (args) => `Sets target branch to ${args}.`,
  run: async (ctx, { id }, args) => {
    const targetBranch = args.trim() || refuseCommand('no branch was specified');
    await retargetMergeRequest(ctx, { mergeRequestId: id, targetBranch });
    return `Set target branch to ${targetBranch}.`;
  },
});

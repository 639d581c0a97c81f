import type { Extensions } from '../platform/extensions.ts';
import type { ExplainAt } from '../discussions/index.ts';
import { type Context, transact } from '../platform/context.ts';
import {
  explainUserCommand,
  findNamedUsers,
  idsOf,
  putOn,
  userCommandResult,
  type UsersInput,
} from '../planning/index.ts';
import { projectOf } from '../projects/index.ts';
import {
  updateMergeRequest,
  defineRequestAction,
  mayUpdateOpen,
  usersWhoCanRead,
  type MergeRequestAccess,
  listReviewers,
} from '../merge-requests/index.ts';
import { requestReviewAgain } from './operations/request-review-again.ts';

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

const hasReviewers = async (ctx: Context, { row }: MergeRequestAccess) => (await reviewerIdsOf(ctx, row.id)).length > 0;

export const reviewsReviewerQuickActions: Extensions = [
  defineRequestAction('assign_reviewer', mayUpdateOpen, {
    description: 'Request or re-request a review',
    aliases: ['request_review', 'reviewer'],
    params: '@user1 @user2',
    isForNew: true,
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
  }),
  defineRequestAction(
    'unassign_reviewer',
    async (ctx, found) => mayUpdateOpen(ctx, found) && (await hasReviewers(ctx, found)),
    {
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
    },
  ),
  defineRequestAction('reassign_reviewer', mayUpdateOpen, {
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
  }),
];

import type { ItemLevel } from '@tributary/contract/notifications/enums.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { listUsersByIds } from '../../../accounts/index.ts';
import { noteAuthorIds, commentedNoteableIds } from '../../../discussions/index.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { IssueAccess } from '../issue-access.ts';
import { ISSUE_NOTEABLE, issueNoteable } from '../noteable.ts';
import { findIssueLevel, listIssueAssignees, listIssueLevelsOf } from '../store/participants.ts';

async function participantIds(ctx: Context, found: IssueAccess): Promise<number[]> {
  const ids = [
    found.row.author_id,
    ...(await listIssueAssignees(ctx.db, [found.row.id])).map((each) => each.userId),
    ...(await noteAuthorIds(ctx, issueNoteable(found))),
  ];
  return [...new Set(ids.filter((id) => id !== null))];
}

/** Author, assignees and everyone who commented, in that order. */
export async function issueParticipants(ctx: Context, found: IssueAccess): Promise<UserView[]> {
  return listUsersByIds(ctx, await participantIds(ctx, found));
}

/** By choice, else by taking part. */
export async function isFollowing(ctx: Context, found: IssueAccess): Promise<boolean> {
  const id = actorId(ctx.actor);
  if (id === undefined) return false;
  const chosen = await findIssueLevel(ctx.db, found.row.id, id);
  return chosen === 'global' ? (await participantIds(ctx, found)).includes(id) : chosen === 'watch';
}

/** Those of these that the actor follows, with as many questions for ten as for two. */
export async function followedAmong(ctx: Context, issues: readonly IssueAccess[]): Promise<Set<number>> {
  const me = actorId(ctx.actor);
  if (me === undefined) return new Set();
  const ids = issues.map(({ row }) => row.id);
  const [chosen, assignees, spoken] = await Promise.all([
    listIssueLevelsOf(ctx.db, ids, me),
    listIssueAssignees(ctx.db, ids),
    commentedNoteableIds(ctx, ISSUE_NOTEABLE, issues.map(issueNoteable)),
  ]);
  const given = new Set(assignees.filter(({ userId }) => userId === me).map(({ issueId }) => issueId));
  const followed = issues.filter(({ row }) => {
    const level = chosen.get(row.id) ?? 'global';
    if (level !== 'global') return level === 'watch';
    return row.author_id === me || given.has(row.id) || spoken.has(row.id);
  });
  return new Set(followed.map(({ row }) => row.id));
}

/** What the actor chose for this one issue. */
export async function chosenIssueLevel(ctx: Context, issueId: number): Promise<ItemLevel> {
  const id = actorId(ctx.actor);
  return id === undefined ? 'global' : findIssueLevel(ctx.db, issueId, id);
}

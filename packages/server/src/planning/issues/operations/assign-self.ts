import { AppError } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { canAdminIssue } from '../abilities.ts';
import { findIssueAccesses } from '../issue-access.ts';
import { listIssueAssignees } from '../store/participants.ts';
import { updateIssue } from './update-issue.ts';

/** Of these issues, the open ones without an assignee that the actor may assign. */
export async function unassignedIssues(ctx: Context, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0 || actorId(ctx.actor) === undefined) return [];
  const [found, assignees] = await Promise.all([findIssueAccesses(ctx, ids), listIssueAssignees(ctx.db, ids)]);
  const assigned = new Set(assignees.map(({ issueId }) => issueId));
  const open = [...found.values()].filter(({ row }) => row.state === 'opened' && !assigned.has(row.id));
  return open.filter((met) => canAdminIssue(ctx.actor, met) === null).map(({ row }) => row.id);
}

/** Assigns the actor to those of these issues that `unassignedIssues` gives, all or none. Gives how many they are. */
export async function assignSelf(ctx: Context, ids: readonly number[]): Promise<number> {
  const me = actorId(ctx.actor);
  if (me === undefined) throw new AppError('unauthenticated');
  return transact(ctx, async (inner) => {
    const free = await unassignedIssues(inner, ids);
    for (const issueId of free) await updateIssue(inner, { issueId, assigneeIds: { add: [me], remove: [] } });
    return free.length;
  });
}

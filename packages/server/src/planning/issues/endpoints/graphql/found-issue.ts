import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByNames } from '../../../../accounts/index.ts';
import { type CommandOutcome, noOutcome } from '../../../../discussions/index.ts';
import { answerMutation } from '../../../../endpoints/graphql/mutation.ts';
import type { Context } from '../../../../platform/context.ts';
import { getProjectAccess } from '../../../../projects/index.ts';
import { getIssue, getIssueAccess, type IssueAccess } from '../../issue-access.ts';
import { changeIssue } from '../../operations/change-issue-state.ts';
import type { IssueUpdateInput } from '../../operations/update-issue.ts';
import { buildIssueView, type IssueView } from '../../reads/issue-views.ts';

function parseIid(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new AppError('bad_parameter', { name: 'iid' });
  return Number(text);
}

export async function presentIssue(ctx: Context, id: number): Promise<IssueView> {
  const { row, access } = await getIssueAccess(ctx, id);
  return buildIssueView(ctx, row, access);
}

/** The issue that a mutation names by project and number. */
export async function issueByPath(ctx: Context, projectPath: string, iid: string): Promise<IssueAccess> {
  return getIssue(ctx, await getProjectAccess(ctx, projectPath), parseIid(iid));
}

/** The issue of a project by its number there. */
export async function issueIn(ctx: Context, projectId: number, iid: string): Promise<IssueView> {
  const { row, access } = await getIssue(ctx, await getProjectAccess(ctx, projectId), parseIid(iid));
  return buildIssueView(ctx, row, access);
}

export type IssueTarget = { projectPath: string; iid: string };
type Fields = Omit<IssueUpdateInput, 'issueId' | 'outcome'>;

/** Changes the issue that a mutation names and gives it back as it is then, with what failed of commands in it. */
export function change(
  ctx: Context,
  place: IssueTarget,
  wish: Fields | ((found: IssueAccess, outcome: CommandOutcome) => Promise<unknown>),
) {
  const outcome = noOutcome();
  const work = async () => {
    const found = await issueByPath(ctx, place.projectPath, place.iid);
    const issueId = found.row.id;
    if (typeof wish === 'function') await wish(found, outcome);
    else await changeIssue(ctx, { issueId, fields: { ...wish, outcome } });
    return { issue: await presentIssue(ctx, issueId) };
  };
  return answerMutation({ issue: null }, work, outcome);
}

/** Of users by name; one that is unknown is not found. */
export async function userIds(ctx: Context, usernames: readonly string[]): Promise<number[]> {
  const users = await listUsersByNames(ctx, usernames);
  if (users.length < new Set(usernames.map((name) => name.toLowerCase())).size) {
    throw new AppError('not_found', { resource: 'User' });
  }
  return users.map((user) => user.id);
}

import { type CommandOutcome, noOutcome } from '../../../../discussions/index.ts';
import { answerMutation } from '../../../../endpoints/graphql/mutation.ts';
import type { Context } from '../../../../platform/context.ts';
import { getProjectAccess } from '../../../../projects/index.ts';
import { type IssuableTarget, parseIid } from '../../../shared/graphql-mutations.ts';
import { getIssue, getIssueAccess, type IssueAccess } from '../../issue-access.ts';
import { buildIssueView, type IssueView } from '../../reads/issue-views.ts';

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

/** Changes the issue that a mutation names and gives it back as it is then, with what failed of commands in it. */
export function change(
  ctx: Context,
  { projectPath, iid }: IssuableTarget,
  run: (found: IssueAccess, outcome: CommandOutcome) => Promise<unknown>,
) {
  const outcome = noOutcome();
  const work = async () => {
    const found = await issueByPath(ctx, projectPath, iid);
    await run(found, outcome);
    return { issue: await presentIssue(ctx, found.row.id) };
  };
  return answerMutation({ issue: null }, work, outcome);
}

import type { Extensions } from '../../platform/extensions.ts';
import { codeSpan } from '@tributary/contract/discussions/code-span.ts';
import { validateBranchName } from '@tributary/git';
import { addSystemNote, defineQuickAction, type Noteable } from '../../discussions/index.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { refuseCommand, visibleIssues } from '../../planning/index.ts';
import { featureOf, projectOf } from '../../projects/index.ts';
import { createBranch } from '../../repositories/index.ts';
import { canCreate } from '../abilities.ts';
import { createMergeRequest } from '../lifecycle/operations/create-merge-request.ts';
import { NOTEABLE_TYPE } from '../noteable.ts';
import { findOpenForPair } from '../store/merge-requests.ts';
import { branchTip } from '../versions/branch-ends.ts';
import { branchForIssue } from './rules/branch-for-issue.ts';

/** Everything that it does is asked of its own operation again; this is for lists and previews. */
function mayCreate(ctx: Context, { place }: Noteable): boolean {
  const access = projectOf(place);
  if (access.project.default_branch === null || access.project.is_read_only) return false;
  return (
    isAllowed(ctx.actor, 'push_code', featureOf(access, 'repository')) && canCreate(ctx.actor, access, access) === null
  );
}

/** What is there of one that was begun before and whose end nobody saw. */
async function madeBefore(ctx: Context, projectId: number, { branch, target }: { branch: string; target: string }) {
  const hasBranch = (await branchTip(ctx, { projectId, branch })) !== undefined;
  const ends = { sourceProjectId: projectId, sourceBranch: branch, targetProjectId: projectId, targetBranch: target };
  const request = hasBranch ? await findOpenForPair(ctx.db, ends) : undefined;
  return { hasBranch, request: request?.author_id === actorId(ctx.actor) ? request : undefined };
}

export const issuesCreateFromIssue: Extensions = [
  /** A branch from the default branch, and a draft that closes the issue when it is merged. */
  defineQuickAction({
    name: 'create_merge_request',
    types: ['Issue'],
    description: 'Create a merge request',
    params: '<branch name>',
    hasOwnTransactions: true,
    isAvailable: async (ctx, noteable) => mayCreate(ctx, noteable),
    explain: (args) =>
      args === ''
        ? 'Creates a branch and a merge request to resolve this issue.'
        : `Creates branch '${args}' and a merge request to resolve this issue.`,
    run: async (ctx, noteable, args, isAgain = false) => {
      const { project } = projectOf(noteable.place);
      const { id: projectId, default_branch: target } = project;
      if (target === null) return refuseCommand('the repository is empty');
      const [issue] = await visibleIssues(ctx, [noteable.id]);
      const { iid, title, is_confidential: isConfidential } = issue?.row ?? refuseCommand('the issue no longer exists');
      const naming = { template: project.issue_branch_template, isName: (text: string) => !validateBranchName(text) };
      const branch = args.trim() || branchForIssue({ iid, title, isConfidential }, naming);
      const made = isAgain ? await madeBefore(ctx, projectId, { branch, target }) : undefined;
      if (!made?.hasBranch) await createBranch(ctx, { projectId, name: branch, ref: target });
      const row =
        made?.request ??
        (await createMergeRequest(ctx, {
          source: { projectId, branch },
          target: { projectId, branch: target },
          // A request may be open to more users than the issue is.
          title: isConfidential ? `Resolve #${iid}` : `Resolve "${title}"`,
          description: `Closes #${iid}`,
          isDraft: true,
        }));
      if (!made?.request) {
        const body = `created branch ${codeSpan(branch)} and merge request !${row.iid} to address this issue`;
        await addSystemNote(ctx, noteable, { action: 'branch', body, about: { type: NOTEABLE_TYPE, id: row.id } });
      }
      return { message: `Created branch '${branch}' and merge request !${row.iid} to resolve this issue.` };
    },
  }),
];

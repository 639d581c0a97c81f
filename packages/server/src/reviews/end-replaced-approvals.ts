import { isAncestor, isGitError } from '@tributary/git';
import { listApprovedHeads, markApprovalsReplaced } from './store/approvals.ts';
import { onVersion } from '../merge-requests/index.ts';

/** What was agreed to and is no part of the branch any more was rewritten, or deleted with the branch. */
onVersion(async (ctx, { row, version: { head_sha: headSha } }) => {
  const repo = ctx.repositories.directory(row.target_project_id);
  const heads = await listApprovedHeads(ctx.db, row.id, headSha);
  const replaced: string[] = [];
  for (const head of heads) if (!(await isPartOf(repo, head, headSha))) replaced.push(head);
  await markApprovalsReplaced(ctx.db, row.id, replaced);
});

async function isPartOf(repo: string, sha: string, headSha: string): Promise<boolean> {
  try {
    return await isAncestor(repo, sha, headSha);
  } catch (error) {
    if (isGitError(error, 'not_found')) return false;
    throw error;
  }
}

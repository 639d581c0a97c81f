import type { Extensions } from '../platform/extensions.ts';
import { defineRequestAction, isOpen, canMergeNow, sourceRights } from '../merge-requests/index.ts';
import { mergeWhenReady } from './auto-merge/set-auto-merge.ts';
import { startRebase } from './start-rebase.ts';
import { wasMergedBefore } from './was-merged-before.ts';

export const mergingQuickActions: Extensions = [
  defineRequestAction('merge', async (ctx, found) => isOpen(found) && (await canMergeNow(ctx, found)), {
    description: 'Merge when all checks pass',
    hasOwnTransactions: true,
    explain: () => 'Merges this merge request as soon as all checks have passed.',
    run: async (ctx, { id, headSha }, _args, isAgain) => {
      if (isAgain && (await wasMergedBefore(ctx, id))) return 'Merged this merge request.';
      const sha = headSha ?? undefined;
      const outcome = await mergeWhenReady(ctx, { mergeRequestId: id, sha });
      if (outcome === 'added') return 'Added to the merge train.';
      return outcome === 'merged' ? 'Merged this merge request.' : 'Set to auto-merge when all checks pass.';
    },
  }),
  defineRequestAction('rebase', async (ctx, found) => isOpen(found) && (await sourceRights(ctx, found)).mayRebase, {
    description: 'Rebase source branch',
    hasOwnTransactions: true,
    explain: () => 'Rebases the source branch onto the target branch.',
    run: async (ctx, { id, headSha }, _args, isAgain) => {
      // It may have been started before, and have moved the branch since.
      await startRebase(ctx, { mergeRequestId: id, sha: isAgain ? undefined : (headSha ?? undefined) });
      return 'Scheduled a rebase of the source branch.';
    },
  }),
];

import type { MergeRequestShowPageData, PageCommit } from '@tributary/contract/merge-requests/page.ts';
import { GitCommitHorizontal } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CommitRows } from './commit-rows.tsx';
import { ContextCommits } from './context-commits.tsx';

export function MergeRequestCommits({ commits, total }: { commits: readonly PageCommit[]; total: number }) {
  if (commits.length === 0) {
    return (
      <EmptyState
        icon={GitCommitHorizontal}
        title="No commits"
        text="Commits pushed to the source branch appear here."
      />
    );
  }
  return (
    <>
      <CommitRows commits={commits} />
      {total > commits.length && (
        <p className="py-3 text-center text-fg-muted">
          Showing the newest {commits.length} of {total} commits.
        </p>
      )}
    </>
  );
}

export function CommitList({ items, total, ...context }: NonNullable<MergeRequestShowPageData['commits']>) {
  return (
    <>
      <MergeRequestCommits commits={items} total={total} />
      <ContextCommits {...context} />
    </>
  );
}

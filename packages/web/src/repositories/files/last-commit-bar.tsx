import type { CommitSummary } from '@tributary/contract/projects/repository-views.ts';
import { History } from 'lucide-react';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import { CommitStatusIcon } from '../../projects/statuses/commit-status.tsx';
import { CommitUserAvatar, CommitUserLink } from '../commits/commit-user-link.tsx';
import { ShaLink } from '../commits/sha-link.tsx';

/** The newest commit of what is shown, above it. */
export function LastCommitBar({ commit, historyHref }: { commit: CommitSummary; historyHref: string | null }) {
  return (
    <div className="flex min-h-10 items-center gap-x-3 gap-y-1 border-b px-3 py-1.5 max-sm:flex-wrap">
      <CommitUserAvatar person={commit.author} />
      <div className="flex min-w-0 flex-1 items-center gap-2 max-sm:basis-3/4">
        <span className="shrink-0 max-sm:hidden">
          <CommitUserLink person={commit.author} avatar={false} />
        </span>
        <a href={commit.href} title={commit.title} className="min-w-0 truncate text-fg-muted hover:text-accent-fg">
          <bdi>{commit.title}</bdi>
        </a>
      </div>
      <div className="flex shrink-0 items-center gap-2 text-sm text-fg-muted">
        <CommitStatusIcon status={commit.status} />
        <ShaLink sha={commit.sha} shortSha={commit.shortSha} href={commit.href} />
        <Time value={commit.committer.date} />
        {historyHref !== null && (
          <Button asChild size="sm" variant="ghost" icon={History}>
            <a href={historyHref}>History</a>
          </Button>
        )}
      </div>
    </div>
  );
}

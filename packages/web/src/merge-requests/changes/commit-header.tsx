import type { DiffCommit } from '@tributary/contract/merge-requests/diffs.ts';
import type { MouseEvent } from 'react';
import { ChevronLeft, ChevronRight, GitCommitHorizontal } from 'lucide-react';
import { usePageUrl } from '../../app/navigation.tsx';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Prose } from '../../ui/prose.tsx';
import { TrustedHtml } from '../../ui/trusted-html.tsx';

type NeighbourProps = { id: string | null; label: string; isNext: boolean; isWaiting: boolean };

function Neighbour({ id, label, isNext, isWaiting }: NeighbourProps) {
  const { hrefWith } = usePageUrl();
  const icon = isNext ? { iconEnd: ChevronRight } : { icon: ChevronLeft };
  if (id === null) {
    return (
      <Button size="sm" disabled {...icon}>
        {label}
      </Button>
    );
  }
  return (
    <Button asChild size="sm" {...icon}>
      <a
        href={hrefWith({ commit_id: id, file: null })}
        {...(isWaiting && { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() })}
      >
        {label}
      </a>
    </Button>
  );
}

/** The one commit that is shown, with its neighbours; while one of them is on its way, nobody goes further. */
export function CommitHeader({ commit, isWaiting }: { commit: DiffCommit; isWaiting: boolean }) {
  const { hrefWith } = usePageUrl();
  return (
    <section aria-label="Commit" className="mt-3 rounded-md border bg-raised px-3 py-2">
      <div className="flex flex-wrap items-start gap-3">
        <GitCommitHorizontal aria-hidden size={16} className="mt-0.5 shrink-0 text-fg-faint" />
        <div className="min-w-0 flex-1">
          <h2 className="font-medium">
            <TrustedHtml as="bdi" html={commit.title_html} />
          </h2>
          <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-fg-muted">
            {commit.author && (
              <Avatar id={commit.author.id} name={commit.author.name} src={commit.author.avatar_url} size={16} />
            )}
            <bdi>{commit.author?.name ?? commit.author_name}</bdi>
            <Time value={commit.authored_date} />
            <a href={commit.commit_path} className="font-mono text-accent-fg hover:underline">
              {commit.short_id}
            </a>
          </p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          <Neighbour id={commit.prev_commit_id} label="Previous commit" isNext={false} isWaiting={isWaiting} />
          <Neighbour id={commit.next_commit_id} label="Next commit" isNext isWaiting={isWaiting} />
          <Button asChild size="sm">
            <a href={hrefWith({ commit_id: null, file: null })}>Show all commits</a>
          </Button>
        </div>
      </div>
      {commit.description_html !== '' && <Prose html={commit.description_html} className="mt-2 text-sm" />}
    </section>
  );
}

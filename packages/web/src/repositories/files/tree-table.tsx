import type { CommitSummary, TreeEntryView, TreeView } from '@tributary/contract/projects/repository-views.ts';
import { CornerLeftUp } from 'lucide-react';
import { Time } from '../../lib/time.tsx';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { List } from '../../ui/list-row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EntryIcon } from './entry-icon.tsx';
import { MarkedName } from '../../ui/marked-name.tsx';
import { useLastCommits } from './use-last-commits.ts';

const rowClasses =
  'grid min-h-8 grid-cols-[minmax(0,1fr)_7rem] items-center gap-x-4 border-b px-3 py-1 last:border-b-0 hover:bg-hover/60 has-[a:focus-visible]:bg-hover md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_7rem]';

function EntryName({ entry }: { entry: TreeEntryView }) {
  const name = <MarkedName name={entry.name} />;
  return (
    <span className="flex min-w-0 items-start gap-2">
      <span className="flex h-5 shrink-0 items-center">
        <EntryIcon kind={entry.kind} />
      </span>
      <span data-row-title className="min-w-0 break-words">
        {entry.href === undefined ? (
          name
        ) : (
          <a href={entry.href} className="rounded-sm text-fg hover:text-accent-fg hover:underline">
            {name}
          </a>
        )}
        {entry.submodule !== undefined && (
          <span className="ml-1 font-mono text-sm text-fg-muted" title={entry.submodule.url ?? undefined}>
            {`@ ${entry.submodule.sha.slice(0, 8)}`}
          </span>
        )}
      </span>
    </span>
  );
}

function LastCommit({ commit, isLoading }: { commit: CommitSummary | undefined; isLoading: boolean }) {
  return (
    <>
      <span className="flex h-5 min-w-0 items-center text-fg-muted max-md:hidden">
        {commit === undefined ? (
          isLoading && <Skeleton width="60%" height="10px" />
        ) : (
          <a
            href={commit.href}
            title={commit.title}
            className="truncate rounded-sm hover:text-accent-fg hover:underline"
          >
            <bdi>{commit.title}</bdi>
          </a>
        )}
      </span>
      <span className="flex h-5 items-center justify-end text-sm whitespace-nowrap text-fg-muted">
        {commit === undefined ? (
          isLoading && <Skeleton width="56px" height="10px" />
        ) : (
          <Time value={commit.committer.date} />
        )}
      </span>
    </>
  );
}

export type TreeTableProps = { tree: TreeView; parentHref: string | null; label: string };

/** The entries of a directory, at once; who changed them last comes later into places that are kept. */
export function TreeTable({ tree, parentHref, label }: TreeTableProps) {
  const last = useLastCommits(tree);
  return (
    <>
      <List label={label} plain>
        {parentHref !== null && (
          <li data-row className={rowClasses}>
            <span data-row-title className="min-w-0">
              <a
                href={parentHref}
                aria-label="Parent folder"
                className="inline-flex w-full items-center gap-2 rounded-sm text-fg-muted hover:text-accent-fg"
              >
                <CornerLeftUp size={16} aria-hidden />
                ..
              </a>
            </span>
          </li>
        )}
        {tree.entries.map((entry) => (
          <li key={entry.path} data-row className={rowClasses}>
            <EntryName entry={entry} />
            <LastCommit commit={last.commits.get(entry.path)} isLoading={last.isLoading} />
          </li>
        ))}
      </List>
      {tree.isTruncated && (
        <p className="border-t px-3 py-2 text-fg-muted">
          {`Showing the first ${formatCount(tree.entries.length)} of ${formatCount(tree.totalEntries)} entries. Use “Find file” to find the others.`}
        </p>
      )}
      {last.problem !== null && (
        <p role="status" className="flex items-center gap-2 border-t px-3 py-2 text-sm text-fg-muted">
          {`The last commits could not be loaded. ${last.problem}`}
          <Button size="sm" onClick={last.retry}>
            Try again
          </Button>
        </p>
      )}
    </>
  );
}

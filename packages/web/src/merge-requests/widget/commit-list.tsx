import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { useId, useState } from 'react';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';

const SHOWN = 3;

type Commits = Pick<WidgetData, 'commits_without_merge_commits' | 'target_project_full_path' | 'commits_count'>;

/** The newest commits that the merge brings; more than three are folded. */
export function CommitList({ data }: { data: Commits }) {
  const { commits_without_merge_commits: commits, target_project_full_path: path } = data;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (commits.length === 0) return null;
  const isLong = commits.length > SHOWN;
  const more = Math.max(0, data.commits_count - commits.length);
  return (
    <div className="flex flex-col items-start gap-1">
      <ul id={id} aria-label="Commits to be merged" className="flex w-full flex-col gap-0.5">
        {(isOpen ? commits : commits.slice(0, SHOWN)).map((commit) => (
          <li key={commit.id} className="flex min-w-0 items-baseline gap-2 text-sm">
            <a
              href={repositoryPaths.commit(path, commit.id)}
              className="shrink-0 rounded-sm font-mono text-accent-fg hover:underline"
            >
              {commit.short_id}
            </a>
            <span className="min-w-0 break-words">{commit.title}</span>
          </li>
        ))}
        {isOpen && more > 0 && <li className="text-sm text-fg-muted">and {plural(more, 'more commit')}</li>}
      </ul>
      {isLong && (
        <Button
          variant="ghost"
          size="sm"
          className="-ml-2"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen
            ? 'Show fewer commits'
            : more > 0
              ? 'Show more commits'
              : `Show all ${plural(commits.length, 'commit')}`}
        </Button>
      )}
    </div>
  );
}

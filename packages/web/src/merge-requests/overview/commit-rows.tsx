import type { PageCommit } from '@tributary/contract/merge-requests/page.ts';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Collapsible } from '../../ui/collapsible.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

function CommitRow({ commit }: { commit: PageCommit }) {
  const title = (
    <a href={commit.changesPath} className="font-medium break-words hover:underline">
      <bdi>{commit.title}</bdi>
    </a>
  );
  return (
    <li className="flex gap-x-3 border-t px-4 py-2.5 first:border-t-0 max-sm:flex-wrap">
      <Avatar
        name={commit.author?.name ?? commit.authorName}
        id={commit.author?.id ?? 0}
        src={commit.author?.avatarUrl}
        size={24}
      />
      <div className="min-w-0 flex-1">
        {title}
        {commit.body.trim() !== '' && (
          <Collapsible title="Commit message" className="text-sm">
            <pre className="whitespace-pre-wrap pb-1 font-mono text-code text-fg-muted">{commit.body}</pre>
          </Collapsible>
        )}
        <p className="text-sm text-fg-muted">
          <bdi>{commit.author?.name ?? commit.authorName}</bdi> authored <Time value={commit.authoredAt} />
        </p>
      </div>
      {/* Below the words where there is no room beside them. */}
      <span className="flex items-start gap-1 max-sm:-mt-2 max-sm:-mb-3 max-sm:basis-full max-sm:items-center max-sm:pl-9">
        <a href={commit.path} className="font-mono text-code text-accent-fg hover:underline">
          {commit.shortSha}
        </a>
        <CopyButton text={commit.sha} label="Copy commit SHA" size="sm" />
      </span>
    </li>
  );
}

export function CommitRows({ commits }: { commits: readonly PageCommit[] }) {
  return (
    <ul className="rounded-md border bg-surface">
      {commits.map((commit) => (
        <CommitRow key={commit.sha} commit={commit} />
      ))}
    </ul>
  );
}

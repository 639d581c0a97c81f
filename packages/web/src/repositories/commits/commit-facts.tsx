import type { CommitHeadData } from '@tributary/contract/projects/repository-page.ts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { CircleCheck, GitBranch, GitCommitHorizontal, KeyRound, Tag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { messageOf } from '../../lib/app-error.ts';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { withoutTrailers } from '../model/without-trailers.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { CommitStatusList } from '../../projects/statuses/commit-status.tsx';
import { CommitSignature } from './commit-signature.tsx';
import { CommitUserLink } from './commit-user-link.tsx';
import { commitRefs } from '../queries.ts';

function Fact({ icon: Icon, name, children }: { icon: typeof Tag; name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-6 items-start gap-x-2">
      <dt className="inline-flex h-6 shrink-0 items-center gap-1.5 text-fg-muted">
        <Icon size={14} aria-hidden />
        {name}
      </dt>
      <dd className="flex min-h-6 min-w-0 flex-1 items-center gap-x-2">{children}</dd>
    </div>
  );
}

function RefLink({ kind, name, href, isDefault }: RefEntry) {
  return (
    <a
      href={href}
      aria-label={`${kind === 'branch' ? 'Branch' : 'Tag'} ${name}`}
      className="flex max-w-40 min-w-0 rounded-sm md:max-w-64 hover:underline"
    >
      <Badge icon={kind === 'branch' ? GitBranch : Tag} tone={isDefault ? 'accent' : 'neutral'} className="max-w-full">
        <bdi className="truncate">{name}</bdi>
      </Badge>
    </a>
  );
}

type RefEntry = { kind: 'branch' | 'tag'; name: string; href: string; isDefault: boolean };

/** One line of them, whose place is kept; the others on demand. */
function RefList({ entries, isTruncated }: { entries: readonly RefEntry[]; isTruncated: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const few = useMediaQuery('(min-width: 640px)') ? 3 : 1;
  const shown = isOpen ? entries : entries.slice(0, few);
  const hasMore = !isOpen && (entries.length > few || isTruncated);
  return (
    <>
      <div className={clsx('flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1', !isOpen && 'h-5 overflow-hidden')}>
        {shown.map((entry) => (
          <RefLink key={`${entry.kind} ${entry.name}`} {...entry} />
        ))}
        {isOpen && isTruncated && <span className="text-fg-muted">and more</span>}
      </div>
      {hasMore && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="control shrink-0 rounded-sm text-sm text-accent-fg hover:underline"
        >
          {isTruncated ? 'Show more' : `Show all ${entries.length}`}
        </button>
      )}
    </>
  );
}

/** Branches and tags that have the commit; finding them takes a while in large repositories. */
function ContainingRefs({ path }: { path: string }) {
  const refs = useQuery(commitRefs(path), queryClient);
  if (refs.isPending) return <Skeleton width="180px" height="20px" />;
  if (refs.isError) {
    return (
      <span className="inline-flex items-center gap-2 text-fg-muted">
        {messageOf(refs.error)}
        <Button size="sm" onClick={() => void refs.refetch()}>
          Try again
        </Button>
      </span>
    );
  }
  const { branches, tags, isTruncated } = refs.data;
  const entries = [
    ...branches.map((branch): RefEntry => ({ kind: 'branch', ...branch })),
    ...tags.map((tag): RefEntry => ({ kind: 'tag', ...tag, isDefault: false })),
  ];
  if (entries.length === 0) return <span className="text-fg-muted">No branch or tag contains this commit.</span>;
  return <RefList entries={entries} isTruncated={isTruncated} />;
}

function Trailers({ trailers }: Pick<CommitHeadData, 'trailers'>) {
  if (trailers.length === 0) return null;
  return (
    <ul aria-label="Trailers" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-fg-muted">
      {trailers.map((trailer, index) => (
        <li key={index} className="min-w-0 break-words">
          <span className="font-medium">{trailer.key}</span>: <bdi>{trailer.value}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Who, when, why, and where the commit is. */
export function CommitFacts({ data }: { data: CommitHeadData }) {
  const { commit, parents } = data;
  const body = withoutTrailers(commit.body.trim(), data.trailers);
  return (
    <div className="mb-5 flex flex-col gap-2 rounded-md border bg-raised px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <CommitUserLink person={commit.author} />
        <span className="text-fg-muted">
          authored <Time value={commit.author.date} />
        </span>
        {data.committerDiffers && (
          <span className="inline-flex flex-wrap items-center gap-x-2 text-fg-muted">
            committed by <CommitUserLink person={commit.committer} /> <Time value={commit.committer.date} />
          </span>
        )}
      </div>
      {body !== '' && (
        <pre dir="auto" className="max-w-reading font-mono text-code break-words whitespace-pre-wrap">
          {body}
        </pre>
      )}
      <Trailers trailers={data.trailers} />
      <dl className="flex flex-col gap-x-8 gap-y-1 border-t pt-2">
        <Fact icon={GitCommitHorizontal} name="Commit">
          <code className="font-mono text-sm break-all">{commit.sha}</code>
          <CopyButton text={commit.sha} label="Copy commit SHA" size="sm" />
        </Fact>
        {parents.length > 0 && (
          <Fact icon={GitCommitHorizontal} name={parents.length === 1 ? 'Parent' : 'Parents'}>
            {parents.map((parent) => (
              <a
                key={parent.sha}
                href={parent.href}
                className="rounded-sm font-mono text-sm text-accent-fg hover:underline"
              >
                {parent.shortSha}
              </a>
            ))}
          </Fact>
        )}
        {commit.signature !== null && (
          <Fact icon={KeyRound} name="Signature">
            <CommitSignature signature={commit.signature} />
          </Fact>
        )}
        {data.statuses.length > 0 && (
          <Fact icon={CircleCheck} name="Status">
            <CommitStatusList statuses={data.statuses} />
          </Fact>
        )}
        <Fact icon={GitBranch} name="On">
          <ContainingRefs path={data.refsPath} />
        </Fact>
      </dl>
    </div>
  );
}

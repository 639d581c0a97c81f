import type { ComparePageData } from '@tributary/contract/projects/repository-page.ts';
import { CircleAlert, Equal, GitCompare, GitPullRequest, Split } from 'lucide-react';
import { usePage } from '../../app/navigation.tsx';
import { formatCount, formatList } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { CommitRow } from '../commits/commit-list.tsx';
import { CompareForm } from '../refs/compare-form.tsx';
import { DiffList } from '../diff/diff-list.tsx';

type Ready = Extract<ComparePageData['result'], { state: 'ready' }>;

function Commits({ result }: { result: Ready }) {
  const { commits, totalCommits } = result;
  return (
    <section className="mb-6">
      <h2 className="mb-1.5 text-h3">
        {`${formatCount(totalCommits)} ${totalCommits === 1 ? 'commit' : 'commits'}`}
        {totalCommits > commits.length && (
          <span className="ml-2 text-sm font-normal text-fg-muted">
            {`showing the newest ${formatCount(commits.length)}`}
          </span>
        )}
      </h2>
      <List label="Commits" className="bg-raised">
        {commits.map((commit) => (
          <CommitRow key={commit.sha} commit={commit} />
        ))}
      </List>
    </section>
  );
}

function Result({ data }: { data: ComparePageData }) {
  const { result, from, to } = data;
  if (result === null) {
    return (
      <EmptyState
        icon={GitCompare}
        title="Compare branches, tags or commits"
        text="Select two to see the commits and changes between them."
      />
    );
  }
  switch (result.state) {
    case 'same':
      return (
        <EmptyState
          icon={Equal}
          title="Nothing to compare"
          text={`${from.name} and ${to.name} are the same. Select a different branch, tag or commit.`}
        />
      );
    case 'missing':
      return (
        <EmptyState
          icon={CircleAlert}
          title="Not found"
          text={`There is no branch, tag or commit named ${formatList(result.names)}.`}
        />
      );
    case 'unrelated':
      return (
        <EmptyState
          icon={Split}
          title="No common history"
          text={`${from.name} and ${to.name} have no commits in common. Compare them directly to see how they differ.`}
        />
      );
    case 'ready':
      return (
        <>
          {result.commits.length > 0 && <Commits result={result} />}
          {result.diff.totalFiles === 0 && result.commits.length === 0 ? (
            <EmptyState
              icon={Equal}
              title="No changes"
              text={`${to.name} has no changes that are not in ${from.name}. Swap them to compare the other way.`}
            />
          ) : (
            <DiffList key={`${from.name}...${to.name}`} diff={result.diff} />
          )}
        </>
      );
  }
}

export default function ComparePage() {
  const { data } = usePage<ComparePageData>();
  const hasCommits = data.result?.state === 'ready' && data.result.commits.length > 0;
  return (
    <PageBody width="full">
      <PageHeader
        title="Compare"
        actions={
          <>
            {data.mergeRequest && (
              <Button asChild variant="primary" icon={GitPullRequest}>
                <a href={data.mergeRequest.href} title={data.mergeRequest.title}>
                  View {data.mergeRequest.draft ? 'draft' : 'open'} merge request {data.mergeRequest.reference}
                </a>
              </Button>
            )}
            {hasCommits && !data.mergeRequest && data.newMergeRequestHref !== null && (
              <Button asChild variant="primary" icon={GitPullRequest}>
                <a href={data.newMergeRequestHref}>Create merge request</a>
              </Button>
            )}
          </>
        }
      />
      <CompareForm data={data} />
      <Result data={data} />
    </PageBody>
  );
}

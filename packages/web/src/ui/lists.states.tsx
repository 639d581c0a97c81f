import { GitPullRequest, Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { Time } from '../lib/time.tsx';
import { AvatarStack } from './avatar-stack.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Button } from './button.tsx';
import { Card, CardHeader, CardRow } from './card.tsx';
import { Collapsible } from './collapsible.tsx';
import { DiffStat } from './diff-stat.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { Label } from './label.tsx';
import { LinkTabs } from './link-tabs.tsx';
import { List, ListRow } from './list-row.tsx';
import { PageHeader } from './page-header.tsx';
import { KeysetPagination, Pagination } from './pagination.tsx';
import { Section, SettingsRow } from './section.tsx';
import { SkeletonRows } from './skeleton.tsx';
import { StateBadge } from './state-badge.tsx';
import { StatusIcon } from './status-icon.tsx';
import { Switch } from './switch.tsx';
import { Table } from './table.tsx';
import { toast } from './toast.tsx';

export const group = 'Lists and pages';

const people = ['Ada Lovelace', 'Grace Hopper', 'Alan Kay', 'Barbara Liskov', 'Edsger Dijkstra'].map((name, index) => ({
  id: index + 1,
  name,
}));
const hourMs = 3_600_000;
const ago = (hours: number): string => new Date(Date.now() - hours * hourMs).toISOString();

const branches = [
  { id: 1, name: 'main', author: 'Ada Lovelace', at: ago(2), ahead: 0 },
  {
    id: 2,
    name: 'feature/a-very-long-branch-name-that-somebody-thought-was-a-good-idea',
    author: 'Grace Hopper',
    at: ago(30),
    ahead: 12,
  },
  { id: 3, name: 'إصلاح/النهر', author: 'ليلى حسن', at: ago(400), ahead: 1 },
];

const noop = (): void => toast({ text: 'Changed.' });

export const states: Record<string, ReactNode> = {
  'List of rows': (
    <List label="Merge requests">
      <ListRow
        leading={<GitPullRequest size={16} className="text-success" aria-hidden />}
        title="Join the two streams before the mill"
        href="/-/gallery"
        badges={
          <>
            <Label title="bug" color="#d9534f" />
            <Label title="priority::high" color="#5843ad" />
          </>
        }
        meta={
          <>
            !42 · opened <Time value={ago(3)} /> by Grace Hopper
          </>
        }
        trailing={
          <>
            <StatusIcon group="success" />
            <AvatarStack label="Reviewers" people={people.slice(0, 2)} />
            <DiffStat added={120} removed={14} />
          </>
        }
      />
      <ListRow
        leading={<GitPullRequest size={16} className="text-neutral" aria-hidden />}
        title="Draft: a title that goes on and on, because whoever wrote it wanted to say everything at once and had no one to stop them, so that it wraps over two lines"
        href="/-/gallery"
        badges={<StateBadge state="draft" />}
        meta={
          <>
            !41 · opened <Time value={ago(90)} /> by ليلى حسن
          </>
        }
        trailing={
          <>
            <StatusIcon group="running" />
            <AvatarStack label="Reviewers" people={people} />
          </>
        }
      />
      <ListRow
        leading={<GitPullRequest size={16} className="text-merged" aria-hidden />}
        title="🎉 Ship it"
        href="/-/gallery"
        meta={
          <>
            !40 · merged <Time value={ago(900)} />
          </>
        }
        trailing={<StatusIcon group="failed" />}
      />
    </List>
  ),
  Table: (
    <Table
      label="Branches"
      rows={branches}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'name',
          header: 'Branch',
          primary: true,
          render: (row) => (
            <a href="/-/gallery" className="font-mono text-code break-all text-accent-fg">
              {row.name}
            </a>
          ),
        },
        { key: 'author', header: 'Author', render: (row) => <bdi>{row.author}</bdi> },
        { key: 'at', header: 'Updated', render: (row) => <Time value={row.at} /> },
        { key: 'ahead', header: 'Ahead', align: 'end', width: '80px', render: (row) => row.ahead },
      ]}
    />
  ),
  Pages: (
    <>
      <Pagination page={5} totalPages={12} hasNext hrefFor={(page) => `?page=${page}`} label="Pages of rivers" />
      <KeysetPagination previousHref={null} nextHref="?cursor=abc" label="Older and newer" />
    </>
  ),
  Loading: <SkeletonRows rows={3} />,
  Empty: (
    <div className="rounded-md border">
      <EmptyState
        icon={Inbox}
        title="Nothing is waiting on you"
        text="Merge requests that need your review appear here."
        action={
          <Button variant="primary" onClick={noop}>
            Find a merge request
          </Button>
        }
      />
    </div>
  ),
  Error: (
    <div className="rounded-md border">
      <ErrorState
        text="The server cannot be reached. Check the connection and try again."
        errorId="k3x9f"
        onRetry={noop}
      />
    </div>
  ),
  Card: (
    <Card label="Pipeline">
      <CardHeader
        title="Pipeline"
        meta="#1201"
        actions={
          <Button size="sm" onClick={noop}>
            Try again
          </Button>
        }
      />
      <CardRow>
        <span className="flex items-center gap-2">
          <StatusIcon group="success" /> All 12 jobs passed in 3 minutes.
        </span>
      </CardRow>
      <CardRow>
        <Collapsible title="Reports">Nothing new was found.</Collapsible>
      </CardRow>
    </Card>
  ),
  Settings: (
    <Section title="Merging" text="How changes get into a protected branch.">
      <Card>
        <div className="px-4">
          <SettingsRow
            title="Delete source branches"
            hint="After a merge, unless the user chooses otherwise."
            control={<Switch label="Delete source branches" labelHidden checked onCheckedChange={noop} />}
          />
          <SettingsRow
            title="Squash"
            hint="Commits become one."
            control={<Switch label="Squash" labelHidden checked={false} onCheckedChange={noop} />}
          />
        </div>
      </Card>
    </Section>
  ),
  'Title row': (
    <>
      <Breadcrumbs
        label="Example"
        items={[
          { text: 'River', href: '/river' },
          { text: 'Delta', href: '/river/delta' },
          { text: 'Merge requests', href: '/-/gallery' },
        ]}
      />
      <PageHeader
        badge={<StateBadge state="open" />}
        title="Join the two streams before the mill, and say why in the log"
        meta={
          <>
            !42 · Grace Hopper wants to merge <code>feature/confluence</code> into <code>main</code> ·{' '}
            <Time value={ago(5)} />
          </>
        }
        actions={
          <>
            <Button onClick={noop}>Edit</Button>
            <Button variant="primary" onClick={noop}>
              Merge
            </Button>
          </>
        }
      />
      <LinkTabs
        label="Merge request"
        items={[
          { key: 'overview', label: 'Overview', href: '#overview', count: 3 },
          { key: 'commits', label: 'Commits', href: '#commits', count: 12 },
          { key: 'changes', label: 'Changes', href: '#changes', count: 1234, active: true },
        ]}
        trailing={<span className="text-fg-muted max-sm:hidden">3 of 14 files viewed</span>}
      />
    </>
  ),
};

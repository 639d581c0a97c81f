import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { taskStatusText } from '@tributary/contract/planning/task-status.ts';
import { Code, Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { NoteableTitle } from '../../discussions/writing/noteable-title.tsx';
import { plural } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyPopover } from '../../ui/lazy-popover.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { UserLink } from '../../ui/user-link.tsx';

type Shown = MergeRequestShowPageData;

/** Open, closed or merged; a draft is open all the same. */
export function StateBadges({ of: { state, draft } }: { of: Shown['mergeRequest'] }) {
  const isOver = state === 'merged' || state === 'closed';
  return (
    <span className="inline-flex gap-1.5">
      <StateBadge state={isOver ? state : 'open'} />
      {draft && !isOver && <StateBadge state="draft" />}
    </span>
  );
}

function BranchName({ name, href }: { name: string; href: string | null }) {
  const shape = 'inline-block max-w-80 truncate rounded-sm bg-sunken px-1.5 align-bottom font-mono text-code';
  return href === null ? (
    <span className={`${shape} text-fg-muted line-through`} title={`${name} no longer exists`}>
      {name}
    </span>
  ) : (
    <a href={href} className={`${shape} hover:underline`} title={name}>
      {name}
    </a>
  );
}

type Mr = Shown['mergeRequest'];

function Person({ user, unknown }: { user: Mr['author']; unknown: string }) {
  return user ? <UserLink user={{ ...user, href: user.path }} avatar={16} /> : <span>{unknown}</span>;
}

/** Who did the last that happened to it: opened, merged or closed it. */
function whoDid({ state, author, mergedBy, closedBy, mergedAt, closedAt, createdAt, commitsCount }: Mr) {
  if (state === 'merged') {
    return { user: mergedBy, did: `merged ${plural(commitsCount, 'commit')} from`, at: mergedAt ?? createdAt };
  }
  if (state === 'closed') return { user: closedBy, did: 'closed this request to merge', at: closedAt ?? createdAt };
  return { user: author, did: 'wants to merge', at: createdAt };
}

function Meta({ page }: { page: Shown }) {
  const { mergeRequest: mr } = page;
  const { source, target } = mr;
  const { user, did, at } = whoDid(mr);
  const isOver = mr.state === 'merged' || mr.state === 'closed';
  return (
    <>
      <Person user={user} unknown="A deleted user" /> {did}{' '}
      <BranchName
        name={mr.isFork && source ? `${source.projectPath}:${source.branch}` : (source?.branch ?? 'a deleted project')}
        href={source?.treePath ?? null}
      />
      {source && <CopyButton text={source.branch} label="Copy source branch" size="sm" className="in-line" />} into{' '}
      <BranchName name={target.branch} href={target.treePath} /> ·{'\u00a0'}
      <Time value={at} />
      {isOver && (
        <>
          {' '}
          · opened by <Person user={mr.author} unknown="a deleted user" />
        </>
      )}
      {mr.tasks.count > 0 && <> · {taskStatusText(mr.tasks)}</>}
    </>
  );
}

const menus = () => import('./title-menus.tsx');
const CheckOut = lazyPart(async () => ({ default: (await menus()).CheckOut }));
const MoreItems = lazyPart(async () => ({ default: (await menus()).MoreItems }));
const Report = lazyPart(async () => ({ default: (await menus()).Report }));

function CodeMenu({ page }: { page: Shown }) {
  const reach = () => void CheckOut.preload();
  return (
    <LazyPopover
      title="Check out locally"
      align="end"
      width="lg"
      padded
      trigger={
        <Button icon={Code} size="md" onPointerEnter={reach} onFocus={reach}>
          Code
        </Button>
      }
    >
      <Suspense fallback={<div className="h-24" />}>
        <CheckOut page={page} />
      </Suspense>
    </LazyPopover>
  );
}

function MoreMenu({ page }: { page: Shown }) {
  const [isReporting, setReporting] = useState(false);
  return (
    <>
      <Menu align="end" later={MoreItems} trigger={<IconButton icon={Ellipsis} label="More actions" />}>
        <MoreItems page={page} onReport={() => setReporting(true)} />
      </Menu>
      {isReporting && (
        <Suspense>
          <Report page={page} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </>
  );
}

export function TitleRow({ page }: { page: Shown }) {
  const { can, paths, mergeRequest: mr } = page;
  return (
    <PageHeader
      isBrief={page.tab === 'changes'}
      badge={<StateBadges of={mr} />}
      title={<NoteableTitle notes={page.notes} of={mr} path={paths.api} canEdit={can.update} />}
      meta={<Meta page={page} />}
      actions={
        <>
          {can.update && (
            <Button asChild>
              <a href={paths.edit}>Edit</a>
            </Button>
          )}
          <CodeMenu page={page} />
          <MoreMenu page={page} />
        </>
      }
    />
  );
}

import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import clsx from 'clsx';
import { createElement, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { reloadPage, useNavigate, usePage, usePageUrl } from '../../app/navigation.tsx';
import { DiscussionsProvider, useDiscussions } from '../../discussions/store/use-discussions.tsx';
import {
  importOrder,
  type ThreadJumps,
  useThreadJumps,
  useThreadKeys,
} from '../../discussions/threads/use-thread-jumps.ts';
import { plural } from '../../lib/format.ts';
import { realtime, useRealtime } from '../../lib/realtime.ts';
import { type LinkTab, LinkTabs } from '../../ui/link-tabs.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { lazyPart, useLoaded } from '../../ui/lazy-part.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TrustedHtml } from '../../ui/trusted-html.tsx';
import { firstLines } from '../changes/first-lines.ts';
import { StickyBar, useIsPast } from '../overview/sticky-bar.tsx';
import { StateBadges, TitleRow } from '../overview/title-row.tsx';
import type { SeenHead } from '../widget/use-widget.ts';
import { ReviewBars } from '../review/review-parts.tsx';
import { ReviewProvider } from '../review/review-provider.tsx';

type Shown = MergeRequestShowPageData;

const ChangesTab = lazyPart(() => import('../changes/changes-tab.tsx'));
const OverviewTab = lazyPart(() => import('../overview/overview-tab.tsx'));
const Sidebar = lazyPart(async () => ({ default: (await import('../overview/sidebar.tsx')).MergeRequestSidebar }));
const CommentsMissing = lazyPart(() => import('../../discussions/activity/comments-missing.tsx'));
const RequestActions = lazyPart(() => import('../overview/request-actions.tsx'));
const PipelinesTab = lazyPart(() => import('../../ci/pipelines-tab.tsx'));
const loadThreadJumper = () => import('../../discussions/threads/thread-jumper.tsx');
const CommitList = lazyPart(async () => ({ default: (await import('../overview/commit-list.tsx')).CommitList }));

/** As large as the buttons that are loaded later, so that nothing moves when they come. */
function spaceForJumper(count: number, hasFollowUp: boolean): ReactNode {
  if (count > 1) return <span className={clsx('h-6', hasFollowUp ? 'w-19' : 'w-12')} />;
  return hasFollowUp && <span className="size-6" />;
}

/** Long enough that what is shown comes first. */
const IDLE_MS = 1_500;

// The tab that the document was opened on begins with this file; of the overview all is known, so it waits for nothing.
if (window.location.pathname.endsWith('/diffs')) {
  void ChangesTab.preload();
  realtime.holdUntil(firstLines);
} else {
  await Promise.all([OverviewTab.preload(), Sidebar.preload()]);
}

/** The other tabs are loaded before they are opened, and so is what tells of failures. */
function usePreloadedTabs(): void {
  useEffect(() => {
    const idle = setTimeout(() => {
      for (const part of [ChangesTab, OverviewTab, Sidebar, CommitList, CommentsMissing]) void part.preload();
      importOrder().catch(() => undefined);
    }, IDLE_MS);
    return () => clearTimeout(idle);
  }, []);
}

function tabsOf({ mergeRequest: mr, paths, tab, widget }: Shown): LinkTab[] {
  return [
    { key: 'overview', label: 'Overview', href: paths.overview, count: mr.notesCount, active: tab === 'overview' },
    { key: 'commits', label: 'Commits', href: paths.commits, count: mr.commitsCount, active: tab === 'commits' },
    ...(widget.has_ci || tab === 'pipelines'
      ? [
          {
            key: 'pipelines',
            label: 'Pipelines',
            href: paths.pipelines,
            count: mr.pipelinesCount,
            active: tab === 'pipelines',
          },
        ]
      : []),
    {
      key: 'changes',
      label: 'Changes',
      href: paths.changes,
      count: mr.changesCount === null ? undefined : Number.parseInt(mr.changesCount, 10),
      active: tab === 'changes',
    },
  ];
}

/** Threads that could not be had, where no activity tells it. */
function WhatIsMissing() {
  const { status, isBehind } = useDiscussions();
  return (
    (status === 'failed' || isBehind) && (
      <Suspense>
        <CommentsMissing />
      </Suspense>
    )
  );
}

/** As many before the threads are there as after, so that what stands for them keeps its room. */
function useOpenThreads({ mergeRequest: mr }: Shown, jumps: ThreadJumps) {
  const { status } = useDiscussions();
  const open = status === 'loaded' ? jumps.count : mr.threads.total - mr.threads.resolved;
  return {
    shown: { ...jumps, count: open },
    hasOpen: open > 0,
    text: open > 0 ? plural(open, 'open thread') : 'No open threads',
  };
}

/**
 * The head that this page was loaded with. News of a push does not replace it; the reader does, by going to the changes,
 * which show the newest.
 */
function useSeenHead({ mergeRequest: mr, tab }: Shown): SeenHead {
  const [seen, setSeen] = useState({ id: mr.id, tab, sha: mr.headSha });
  if (seen.id !== mr.id) setSeen({ id: mr.id, tab, sha: mr.headSha });
  else if (seen.tab !== tab) setSeen({ ...seen, tab, sha: tab === 'changes' ? mr.headSha : seen.sha });
  const see = useCallback((sha: string | null) => setSeen((before) => ({ ...before, sha })), []);
  return { sha: seen.sha, see };
}

function SidebarWhenThere({ page }: { page: Shown }) {
  return (
    <Suspense fallback={<SkeletonRows rows={4} label="Loading the details" />}>
      <Sidebar page={page} />
    </Suspense>
  );
}

function Body({ page }: { page: Shown }) {
  const navigate = useNavigate();
  const { renameHash } = usePageUrl();
  const { tab, paths } = page;
  const jumps = useThreadJumps(
    useCallback(
      (noteId: string, { diff_file: file }: PageDiscussion) => {
        const hash = `note_${noteId}`;
        const isHere = tab === 'overview' || (tab === 'changes' && file !== null);
        if (!isHere) return void navigate(`${paths.overview}#${hash}`);
        // What follows the address brings it into view; also when the address has named it before.
        flushSync(() => renameHash(''));
        renameHash(hash);
      },
      [navigate, renameHash, tab, paths.overview],
    ),
  );
  useThreadKeys(jumps);
  useRealtime(page.topic, (message) => {
    if (!message.event.startsWith('note.') && message.event !== 'discussion.resolved') void reloadPage();
  });
  usePreloadedTabs();
  const seen = useSeenHead(page);
  const isOverview = page.tab === 'overview';
  const tabs = tabsOf(page);
  const { shown, hasOpen, text } = useOpenThreads(page, jumps);
  const [tabsPlace, isPast] = useIsPast();
  const { count } = shown;
  const Jumper = useLoaded(loadThreadJumper, count > 0);
  const jumper = Jumper
    ? createElement(Jumper, { ...shown, followUpPath: page.notes.followUpPath })
    : count > 0 && spaceForJumper(count, page.notes.followUpPath !== null);
  return (
    <>
      <StickyBar
        isShown={isPast}
        isWide={page.tab === 'changes'}
        badge={<StateBadges of={page.mergeRequest} />}
        title={<TrustedHtml as="bdi" html={page.mergeRequest.titleHtml} />}
        plainTitle={page.mergeRequest.title}
        reference={page.mergeRequest.reference}
        tabs={tabs}
        trailing={
          <span className="inline-flex items-center gap-1">
            {text}
            {jumper}
          </span>
        }
      />
      <PageBody
        width={page.tab === 'changes' ? 'full' : 'reading'}
        {...(isOverview && { sidebar: <SidebarWhenThere page={page} />, sidebarTitle: 'Details' })}
      >
        <TitleRow page={page} />
        <div ref={tabsPlace}>
          <LinkTabs
            label="Merge request"
            items={tabs}
            trailing={
              <span
                data-wide={hasOpen ? undefined : ''}
                className="inline-flex items-center gap-1 text-sm text-fg-muted"
              >
                {text}
                {jumper}
              </span>
            }
          />
        </div>
        {isOverview && (
          <Suspense fallback={<SkeletonRows rows={6} label="Loading the overview" />}>
            <OverviewTab page={page} jumps={jumps} seen={seen} />
          </Suspense>
        )}
        {page.tab === 'commits' && page.commits && (
          <div className="pt-4">
            <Suspense fallback={<SkeletonRows rows={6} label="Loading the commits" />}>
              <CommitList {...page.commits} />
            </Suspense>
          </div>
        )}
        {page.tab === 'pipelines' && (
          <Suspense fallback={<SkeletonRows rows={6} label="Loading the pipelines" />}>
            <PipelinesTab path={paths.pipelinesData} projectId={page.mergeRequest.projectId} />
          </Suspense>
        )}
        {page.tab === 'changes' && (
          <Suspense fallback={<SkeletonRows rows={6} label="Loading the changes" />}>
            <ChangesTab page={page} />
          </Suspense>
        )}
      </PageBody>
      <Suspense>
        <RequestActions page={page} />
      </Suspense>
      <ReviewBars page={page}>{!isOverview && <WhatIsMissing />}</ReviewBars>
    </>
  );
}

export default function MergeRequestShowPage() {
  const { data } = usePage<Shown>();
  return (
    <DiscussionsProvider notes={data.notes}>
      <ReviewProvider data={data.reviewing}>
        <Body page={data} />
      </ReviewProvider>
    </DiscussionsProvider>
  );
}

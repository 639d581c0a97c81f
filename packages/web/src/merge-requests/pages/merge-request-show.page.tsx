import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { lazy, Suspense, useCallback, useRef } from 'react';
import { reloadPage, useNavigate, usePage } from '../../app/navigation.tsx';
import { stateFailure } from '../../discussions/model/state-failure.ts';
import { Activity } from '../../discussions/activity/activity.tsx';
import { DiscussionsProvider, useDiscussions } from '../../discussions/store/use-discussions.tsx';
import { NoteableAwards } from '../../discussions/reactions/noteable-awards.tsx';
import { FollowUpAll, ThreadJumper, useThreadKeys } from '../../discussions/threads/thread-jumper.tsx';
import { type ThreadJumps, useThreadJumps } from '../../discussions/threads/use-thread-jumps.ts';
import { plural } from '../../lib/format.ts';
import { api } from '../../lib/http.ts';
import { useRealtime } from '../../lib/realtime.ts';
import { type LinkTab, LinkTabs } from '../../ui/link-tabs.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { TrustedHtml } from '../../ui/trusted-html.tsx';
import { ThreadLines } from '../changes/thread-lines.tsx';
import { CommitList } from '../overview/commit-list.tsx';
import { Description } from '../overview/description.tsx';
import { MergeRequestSidebar } from '../overview/sidebar.tsx';
import { StickyBar, useIsPast } from '../overview/sticky-bar.tsx';
import { badgeState, TitleRow } from '../overview/title-row.tsx';
import { OverviewDraftsWhenNeeded, ReviewBars } from '../review/review-parts.tsx';
import { ReviewProvider } from '../review/review-provider.tsx';
import { MergeWidget } from '../widget/merge-widget.tsx';
import { useWidget } from '../widget/use-widget.ts';

type Shown = MergeRequestShowPageData;

const ChangesTab = lazy(() => import('../changes/changes-tab.tsx'));

function tabsOf({ mergeRequest: mr, paths, tab }: Shown): LinkTab[] {
  return [
    { key: 'overview', label: 'Overview', href: paths.overview, count: mr.notesCount, active: tab === 'overview' },
    { key: 'commits', label: 'Commits', href: paths.commits, count: mr.commitsCount, active: tab === 'commits' },
    {
      key: 'changes',
      label: 'Changes',
      href: paths.changes,
      count: mr.changesCount === null ? undefined : Number.parseInt(mr.changesCount, 10),
      active: tab === 'changes',
    },
  ];
}

function useOpenThreadsText({ mergeRequest: mr }: Shown, jumps: ThreadJumps): string {
  const { status } = useDiscussions();
  const open = status === 'loaded' ? jumps.count : mr.threads.total - mr.threads.resolved;
  return open > 0 ? plural(open, 'open thread') : 'No open threads';
}

function Overview({ page, jumps }: { page: Shown; jumps: ThreadJumps }) {
  const { mergeRequest: mr, paths, can } = page;
  const widget = useWidget(page.widget, page.topic);
  const changeState = useCallback(
    async (event: 'close' | 'reopen') => {
      await api.put(paths.api, { body: { state_event: event } });
      await reloadPage();
      await widget.refresh();
    },
    [paths.api, widget],
  );
  const stateAct = can.close
    ? {
        label: 'Close merge request',
        run: () => changeState('close'),
        failureText: stateFailure('closing', 'merge request'),
      }
    : can.reopen
      ? {
          label: 'Reopen merge request',
          run: () => changeState('reopen'),
          failureText: stateFailure('reopening', 'merge request'),
        }
      : undefined;
  const renderDiff = useCallback(
    (discussion: PageDiscussion) => <ThreadLines discussion={discussion} changesPath={paths.changes} />,
    [paths.changes],
  );
  return (
    <div className="flex flex-col gap-5 pt-4">
      <Description page={page} />
      {page.notes.awards && <NoteableAwards given={page.notes.awards} />}
      <MergeWidget
        key={mr.state}
        widget={widget}
        canReopen={can.reopen}
        acts={{ changesPath: paths.changes, goToFirstThread: () => jumps.jump(1) }}
      />
      <OverviewDraftsWhenNeeded />
      <Activity stateAct={stateAct} renderDiff={renderDiff} />
    </div>
  );
}

function Body({ page }: { page: Shown }) {
  const navigate = useNavigate();
  const jumps = useThreadJumps(
    useCallback(
      (noteId: string) => void navigate(`${page.paths.overview}#note_${noteId}`),
      [navigate, page.paths.overview],
    ),
  );
  useThreadKeys(jumps);
  useRealtime(page.topic, (message) => {
    if (!message.event.startsWith('note.') && message.event !== 'discussion.resolved') void reloadPage();
  });
  const isOverview = page.tab === 'overview';
  const tabs = tabsOf(page);
  const threads = useOpenThreadsText(page, jumps);
  const tabsPlace = useRef<HTMLDivElement>(null);
  const isPast = useIsPast(tabsPlace);
  return (
    <>
      <StickyBar
        isShown={isPast}
        isWide={page.tab === 'changes'}
        badge={<StateBadge state={badgeState(page.mergeRequest)} />}
        title={<TrustedHtml as="bdi" html={page.mergeRequest.titleHtml} />}
        reference={page.mergeRequest.reference}
        tabs={tabs}
        trailing={
          <span className="inline-flex items-center gap-1">
            {threads}
            <ThreadJumper {...jumps} />
            <FollowUpAll {...jumps} followUpPath={page.notes.followUpPath} />
          </span>
        }
      />
      <PageBody
        width={page.tab === 'changes' ? 'full' : 'reading'}
        {...(isOverview && { sidebar: <MergeRequestSidebar page={page} />, sidebarTitle: 'Details' })}
      >
        <TitleRow page={page} />
        <div ref={tabsPlace}>
          <LinkTabs
            label="Merge request"
            items={tabs}
            trailing={
              <span className="inline-flex items-center gap-1 text-sm text-fg-muted">
                <span className="hidden sm:inline">{threads}</span>
                <ThreadJumper {...jumps} />
                <FollowUpAll {...jumps} followUpPath={page.notes.followUpPath} />
              </span>
            }
          />
        </div>
        {isOverview && <Overview page={page} jumps={jumps} />}
        {page.tab === 'commits' && page.commits && (
          <div className="pt-4">
            <CommitList commits={page.commits.items} total={page.commits.total} />
          </div>
        )}
        {page.tab === 'changes' && (
          <Suspense fallback={<SkeletonRows rows={6} label="Loading the changes" />}>
            <ChangesTab page={page} />
          </Suspense>
        )}
      </PageBody>
      <ReviewBars page={page} />
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

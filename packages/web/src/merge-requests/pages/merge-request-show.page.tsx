import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { lazy, Suspense, useCallback, useRef } from 'react';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { Activity } from '../../discussions/activity/activity.tsx';
import { unresolvedOf } from '../../discussions/model/merge-notes.ts';
import { DiscussionsProvider, useDiscussionStore, useDiscussions } from '../../discussions/store/use-discussions.tsx';
import { plural } from '../../lib/format.ts';
import { api } from '../../lib/http.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
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

function useOpenThreadsText({ mergeRequest: mr }: Shown): string {
  const { discussions, status } = useDiscussions();
  const open = status === 'loaded' ? unresolvedOf(discussions).length : mr.threads.total - mr.threads.resolved;
  return open > 0 ? plural(open, 'open thread') : 'No open threads';
}

/** Goes from open thread to open thread, around the end. */
function useThreadJumps() {
  const store = useDiscussionStore();
  return useCallback(
    (step: 1 | -1) => {
      const open = unresolvedOf(store.state.discussions);
      if (open.length === 0) return;
      const places = open.map((each) => document.getElementById(`note_${each.notes[0]?.id}`));
      const below = places.findIndex((place) => place !== null && place.getBoundingClientRect().top > 120);
      const at = step === 1 ? (below < 0 ? 0 : below) : (below <= 0 ? open.length : below) - 1;
      const target = open[at];
      if (!target) return;
      store.setExpanded(target.id, true);
      const element = document.getElementById(`note_${target.notes[0]?.id}`);
      element?.scrollIntoView({ block: 'center' });
    },
    [store],
  );
}

function Overview({ page }: { page: Shown }) {
  const { mergeRequest: mr, paths, can } = page;
  const widget = useWidget(page.widget, page.topic);
  const jump = useThreadJumps();
  const changeState = useCallback(
    async (event: 'close' | 'reopen') => {
      await api.put(paths.api, { body: { state_event: event } });
      await reloadPage();
      await widget.refresh();
    },
    [paths.api, widget],
  );
  const stateAct = can.close
    ? { label: 'Close merge request', run: () => changeState('close') }
    : can.reopen
      ? { label: 'Reopen merge request', run: () => changeState('reopen') }
      : undefined;
  const renderDiff = useCallback(
    (discussion: PageDiscussion) => <ThreadLines discussion={discussion} changesPath={paths.changes} />,
    [paths.changes],
  );
  return (
    <div className="flex flex-col gap-5 pt-4">
      <Description page={page} />
      <MergeWidget
        key={mr.state}
        widget={widget}
        canReopen={can.reopen}
        acts={{ changesPath: paths.changes, goToFirstThread: () => jump(1) }}
      />
      <Activity stateAct={stateAct} renderDiff={renderDiff} />
    </div>
  );
}

function Body({ page }: { page: Shown }) {
  const jump = useThreadJumps();
  useRealtime(page.topic, (message) => {
    if (!message.event.startsWith('note.') && message.event !== 'discussion.resolved') void reloadPage();
  });
  useHotkeys([
    { id: 'threads.next', keys: 'n', label: 'Next open thread', group: 'Merge request', run: () => jump(1) },
    { id: 'threads.previous', keys: 'p', label: 'Previous open thread', group: 'Merge request', run: () => jump(-1) },
  ]);
  const isOverview = page.tab === 'overview';
  const tabs = tabsOf(page);
  const threads = useOpenThreadsText(page);
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
        trailing={threads}
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
            trailing={<span className="hidden text-sm text-fg-muted sm:inline">{threads}</span>}
          />
        </div>
        {isOverview && <Overview page={page} />}
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
    </>
  );
}

export default function MergeRequestShowPage() {
  const { data } = usePage<Shown>();
  return (
    <DiscussionsProvider notes={data.notes}>
      <Body page={data} />
    </DiscussionsProvider>
  );
}

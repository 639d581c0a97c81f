import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { lazy, Suspense, useCallback } from 'react';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { Activity } from '../../discussions/activity.tsx';
import { unresolvedOf } from '../../discussions/model/merge-notes.ts';
import { DiscussionsProvider, useDiscussionStore, useDiscussions } from '../../discussions/use-discussions.tsx';
import { plural } from '../../lib/format.ts';
import { api } from '../../lib/http.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { useRealtime } from '../../lib/realtime.ts';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ThreadLines } from '../changes/thread-lines.tsx';
import { CommitList } from '../overview/commit-list.tsx';
import { Description } from '../overview/description.tsx';
import { MergeRequestSidebar } from '../overview/sidebar.tsx';
import { TitleRow } from '../overview/title-row.tsx';
import { MergeWidget } from '../widget/merge-widget.tsx';
import { useWidget } from '../widget/use-widget.ts';

type Shown = MergeRequestShowPageData;

const ChangesTab = lazy(() => import('../changes/changes-tab.tsx'));

function Tabs({ page }: { page: Shown }) {
  const { mergeRequest: mr, paths, tab } = page;
  const { discussions, status } = useDiscussions();
  const open = status === 'loaded' ? unresolvedOf(discussions).length : mr.threads.total - mr.threads.resolved;
  return (
    <LinkTabs
      label="Merge request"
      items={[
        { key: 'overview', label: 'Overview', href: paths.overview, count: mr.notesCount, active: tab === 'overview' },
        { key: 'commits', label: 'Commits', href: paths.commits, count: mr.commitsCount, active: tab === 'commits' },
        {
          key: 'changes',
          label: 'Changes',
          href: paths.changes,
          count: mr.changesCount === null ? undefined : Number.parseInt(mr.changesCount, 10),
          active: tab === 'changes',
        },
      ]}
      trailing={
        <span className="hidden text-sm text-fg-muted sm:inline">
          {open > 0 ? `${plural(open, 'open thread')}` : 'No open threads'}
        </span>
      }
    />
  );
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
  return (
    <PageBody
      width={page.tab === 'changes' ? 'full' : 'reading'}
      {...(isOverview && { sidebar: <MergeRequestSidebar page={page} />, sidebarTitle: 'Details' })}
    >
      <TitleRow page={page} />
      <Tabs page={page} />
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

import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { ListFilter, ListTree } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePageUrl, useShell } from '../../app/navigation.tsx';
import { focusWhenRendered } from '../../lib/focus-when-rendered.ts';
import { holdUntilReadOn } from '../../ui/scroll-anchor.ts';
import { parseBoolean, parseOneOf, useStored } from '../../lib/storage.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '../../ui/menu.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { type ActivityFilter, type ActivityOrder, sortAndFilter, toTimeline } from '../model/sort-and-filter.ts';
import { mergeDescriptions } from '../model/merge-descriptions.ts';
import { useIntents } from '../store/intents.ts';
import { persistActivityFilter } from '../store/queries.ts';
import { CommentForm, type StateAction } from '../writing/comment-form.tsx';
import { EntryList } from './entry-list.tsx';
import { NO_COMMENTS, FETCH_LATEST_FAILED } from './fetch-errors.ts';
import { MissedCommandResults } from './missed-command-results.tsx';
import CommentNotice from './notices.tsx';
import { useLostNote } from './use-lost-note.ts';
import { NewPlaceholders } from '../threads/placeholders.tsx';
import { reachNote } from '../threads/reach-note.ts';
import { useDiscussionStore, useDiscussions } from '../store/use-discussions.tsx';

const FILTERS: readonly ActivityFilter[] = [0, 1, 2];
const heading = () => document.getElementById('activity-heading');

function SortOrFilter(props: {
  order: ActivityOrder;
  filter: ActivityFilter;
  onOrder: (order: ActivityOrder) => void;
  onFilter: (filter: ActivityFilter) => void;
}) {
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon={ListFilter}>
          Sort or filter
        </Button>
      }
    >
      <MenuLabel>Sort</MenuLabel>
      <MenuRadioGroup value={props.order} onValueChange={(value) => props.onOrder(value === 'desc' ? 'desc' : 'asc')}>
        <MenuRadioItem value="desc">Newest first</MenuRadioItem>
        <MenuRadioItem value="asc">Oldest first</MenuRadioItem>
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuLabel>Filter</MenuLabel>
      <MenuRadioGroup
        value={String(props.filter)}
        onValueChange={(value) => props.onFilter(FILTERS.find((each) => String(each) === value) ?? 0)}
      >
        <MenuRadioItem value="0">Show all activity</MenuRadioItem>
        <MenuRadioItem value="1">Show comments only</MenuRadioItem>
        <MenuRadioItem value="2">Show history only</MenuRadioItem>
      </MenuRadioGroup>
    </Menu>
  );
}

/**
 * A link to a note opens its thread and goes there with the focus, also when the thread arrives later. Where the filter
 * hides it, everything is shown for now: what the reader chose stays chosen. All of it is done before the frame that brings
 * the thread is painted, so that nobody sees it move.
 */
function useNoteTarget(discussions: readonly PageDiscussion[], show: (filter: ActivityFilter) => void): void {
  const store = useDiscussionStore();
  const { url } = usePageUrl();
  const id = /^#note_(\d+)$/.exec(url.hash)?.[1];
  const target = id === undefined ? undefined : discussions.find((each) => each.notes.some((note) => note.id === id));
  const targetId = target?.id;
  useLayoutEffect(() => {
    if (targetId === undefined || id === undefined) return undefined;
    let [isCancelled, end] = [false, () => {}];
    const go = () => {
      if (isCancelled) return;
      flushSync(() => store.setExpanded(targetId, true));
      if (!reachNote(id)) flushSync(() => show(0));
      const note = reachNote(id);
      if (!note) return;
      note.scrollIntoView({ block: 'center' });
      // Others come before it.
      end = holdUntilReadOn(note);
      // Who has begun to write while it was loaded goes on writing.
      if (document.activeElement?.matches('input, textarea, [contenteditable="true"]') !== true)
        note.focus({ preventScroll: true });
    };
    // React draws nothing within an effect. A microtask comes after it, and before the frame.
    queueMicrotask(go);
    return () => {
      isCancelled = true;
      end();
    };
  }, [store, targetId, id, show]);
}

function HistoryOnly({ onShow }: { onShow: (filter: ActivityFilter) => void }) {
  return (
    <Banner
      tone="info"
      action={
        <span className="flex gap-2">
          <Button size="sm" onClick={() => onShow(0)}>
            Show all activity
          </Button>
          <Button size="sm" onClick={() => onShow(1)}>
            Show comments only
          </Button>
        </span>
      }
    >
      You’re only seeing other activity in the feed.
    </Banner>
  );
}

function NoPlaceInTimeline() {
  return (
    <p className="rounded-md border bg-sunken px-4 py-3 text-center text-fg-muted">
      Timeline view shows each comment separately. To add a comment, turn timeline view off.
    </p>
  );
}

export type ActivityProps = {
  /** Close and reopen, beside the comment button. */
  stateAct?: StateAction | undefined;
  /** Can be shown note by note, in the order of time. */
  hasTimeline?: boolean;
  /** The lines a diff thread stands on. */
  renderDiff: (discussion: PageDiscussion) => ReactNode;
  /** Threads that stand elsewhere on the page are left out. */
  leavesOut?: (discussion: PageDiscussion) => boolean;
};

/** Everything said about a thing and everything that happened to it, with the form to say more. */
export function Activity({ stateAct, hasTimeline = false, renderDiff, leavesOut }: ActivityProps) {
  const store = useDiscussionStore();
  const { viewer } = useShell();
  const { discussions: all, status, isBehind } = useDiscussions();
  const discussions = useMemo(() => (leavesOut ? all.filter((each) => !leavesOut(each)) : all), [all, leavesOut]);
  const type = store.notes.noteableType.toLowerCase();
  const [order, setOrder] = useStored<ActivityOrder>(`sort_direction_${type}`, 'asc', parseOneOf('asc', 'desc'));
  const [wantsTimeline, setTimeline] = useStored(`timeline_view_${type}`, false, parseBoolean);
  const isTimeline = hasTimeline && wantsTimeline;
  const [filter, showFilter] = useState<ActivityFilter>(store.notes.notesFilter);
  const setFilter = (wanted: ActivityFilter) => {
    showFilter(wanted);
    // Not being remembered is no reason to disturb anyone.
    if (viewer) persistActivityFilter(store.notes.discussionsPath, wanted).catch(() => undefined);
  };
  const showAgain = (wanted: ActivityFilter) => {
    setFilter(wanted);
    // The notice goes with its buttons.
    focusWhenRendered(heading, { ifLost: true });
  };
  const shown = useMemo(
    () => sortAndFilter(mergeDescriptions(isTimeline ? toTimeline(discussions) : discussions), filter, order),
    [discussions, isTimeline, filter, order],
  );
  useNoteTarget(discussions, showFilter);
  useLostNote(all, status === 'loaded');
  useEffect(() => store.readIn(order), [store, order]);
  useIntents((intent) => {
    // What hears of the answer must be there before it is asked for.
    if (intent.kind === 'talk' && isTimeline) flushSync(() => setTimeline(false));
  });
  // What comes before it comes first, so that nothing that is there moves.
  const isFormLater = order === 'asc' && status === 'loading' && discussions.length === 0;
  const mayComment = store.notes.currentUser.canCreateNote;
  // Why one may not write holds in each view; the timeline alone has no place to write in.
  const isFormHidden = filter === 2 || isFormLater || (isTimeline && mayComment);
  const form = isFormHidden ? null : mayComment ? (
    <CommentForm stateAct={stateAct} />
  ) : (
    <CommentNotice notes={store.notes} />
  );
  // What stands there instead of the form says why it does not.
  const place =
    form ??
    (filter === 2 ? <HistoryOnly onShow={showAgain} /> : isTimeline && mayComment ? <NoPlaceInTimeline /> : null);
  return (
    <section aria-labelledby="activity-heading" className="flex flex-col gap-3">
      <div className="flex items-center justify-between border-b pb-2">
        <h2 id="activity-heading" tabIndex={-1} className="text-h2 font-semibold">
          Activity
        </h2>
        <div className="flex items-center gap-2">
          {hasTimeline && (
            <IconButton
              icon={ListTree}
              size="sm"
              variant="secondary"
              label={isTimeline ? 'Turn timeline view off' : 'Turn timeline view on'}
              onClick={() => setTimeline(!isTimeline)}
            />
          )}
          <SortOrFilter order={order} filter={filter} onOrder={setOrder} onFilter={setFilter} />
        </div>
      </div>
      <MissedCommandResults onGone={() => focusWhenRendered(heading)} />
      {order === 'desc' && place}
      {status === 'failed' && (
        <ErrorState
          title={NO_COMMENTS}
          onRetry={async () => {
            await store.load();
            focusWhenRendered(heading, { ifLost: true });
          }}
        />
      )}
      {status === 'loading' && discussions.length === 0 && (
        <SkeletonRows rows={Math.max(store.notes.prerenderedNotesCount, 1)} label="Loading activity" />
      )}
      <Timeline label="Activity">
        {order === 'desc' && <NewPlaceholders />}
        <EntryList entries={shown} renderDiff={renderDiff} />
        {order === 'asc' && <NewPlaceholders />}
      </Timeline>
      {isBehind && (
        <Banner tone="danger" live>
          {FETCH_LATEST_FAILED}
        </Banner>
      )}
      {order === 'asc' && place}
    </section>
  );
}

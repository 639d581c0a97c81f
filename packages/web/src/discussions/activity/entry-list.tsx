import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import clsx from 'clsx';
import {
  memo,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { type EntryGroup, estimateHeight, groupEntries, NO_GROUPS } from '../model/entry-groups.ts';
import { prepareNotes } from '../threads/reach-note.ts';
import { Entry } from './entry.tsx';
import { layOutAround } from './lay-out-around.ts';

/** Fewer groups are laid out whole. */
const FEW_GROUPS = 4;
/** Groups on either side of one that is gone to are drawn along with it: more than a window has room for. */
const BESIDE = 2;

type RenderDiff = (discussion: PageDiscussion) => ReactNode;

/** Calls back when an element comes near the window; nothing where the browser cannot tell. */
function useNear(isWaiting: boolean, onNear: () => void) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = element;
    if (!isWaiting || current === null || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((each) => each.isIntersecting)) onNear();
      },
      { rootMargin: '100% 0px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [isWaiting, onNear]);
  return element;
}

type GroupProps = {
  group: EntryGroup;
  isDrawn: boolean;
  /** One of many when it comes: not laid out while it is far away. */
  isOneOfMany: boolean;
  isLast: boolean;
  draw: (keys: readonly number[]) => void;
  renderDiff: RenderDiff;
};

const Group = memo(function Group({ group, isDrawn, isOneOfMany, isLast, draw, renderDiff }: GroupProps) {
  const { key, entries } = group;
  // What is read is not drawn again when others come below it.
  const [isSkipped] = useState(isOneOfMany);
  const element = useNear(
    !isDrawn,
    useCallback(() => draw([key]), [draw, key]),
  );
  const height = `${estimateHeight(entries)}px`;
  return (
    <div
      ref={element}
      data-entries={key}
      className={clsx('entries', isSkipped && 'entries-skipped', !isLast && 'entries-go-on')}
      // What was laid out once keeps its height.
      style={isDrawn ? { containIntrinsicBlockSize: `auto ${height}` } : { blockSize: height }}
    >
      {isDrawn && entries.map((each) => <Entry key={each.id} discussion={each} renderDiff={renderDiff} />)}
    </div>
  );
});

/** Which groups are drawn: those that come near, and one after the other all that wait, whenever there is time. */
function useDrawn(groups: readonly EntryGroup[]) {
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(() => new Set());
  const isDrawn = ({ key, comesAtOnce }: EntryGroup) => comesAtOnce || drawn.has(key);
  const draw = useCallback((keys: readonly number[]) => setDrawn((before) => new Set([...before, ...keys])), []);
  const next = groups.find((group) => !isDrawn(group))?.key;
  useEffect(() => {
    if (next !== undefined) startTransition(() => draw([next]));
  }, [next, draw]);
  useEffect(() => {
    const drawAll = () => flushSync(() => draw(groups.map(({ key }) => key)));
    window.addEventListener('beforeprint', drawAll);
    return () => window.removeEventListener('beforeprint', drawAll);
  }, [groups, draw]);
  return { isDrawn, draw };
}

/**
 * The entries of the activity, of which there may be thousands, in groups. All of them are in the document, for the find
 * of the browser, links, and what reads a page aloud; groups that are far away are not laid out.
 */
export function EntryList({ entries, renderDiff }: { entries: readonly PageDiscussion[]; renderDiff: RenderDiff }) {
  const [grouped, setGrouped] = useState(() => groupEntries(NO_GROUPS, entries));
  if (grouped.of !== entries) setGrouped(groupEntries(grouped, entries));
  const { groups } = grouped;
  const { isDrawn, draw } = useDrawn(groups);
  useLayoutEffect(
    () =>
      prepareNotes((noteId) => {
        const at = groups.findIndex((each) => each.entries.some(({ notes }) => notes.some(({ id }) => id === noteId)));
        if (at < 0) return;
        const near = groups.slice(Math.max(0, at - BESIDE), at + BESIDE + 1);
        flushSync(() => draw(near.map(({ key }) => key)));
        // A note in the folded middle of a long thread is not there yet.
        const group = document.querySelector<HTMLElement>(`[data-entries="${groups[at]?.key}"]`);
        if (group) layOutAround(group);
      }),
    [groups, draw],
  );
  return groups.map((group, at) => (
    <Group
      key={group.key}
      group={group}
      isDrawn={isDrawn(group)}
      isOneOfMany={groups.length > FEW_GROUPS}
      isLast={at === groups.length - 1}
      draw={draw}
      renderDiff={renderDiff}
    />
  ));
}

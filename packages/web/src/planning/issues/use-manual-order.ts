import type { IssueListItem } from '@tributary/contract/planning/issue-page.ts';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { useToast } from '../../ui/toast.tsx';
import { movedTo, positionAt } from './model/moved-to.ts';

type Items = readonly IssueListItem[];

/** The order as it was last wished for; each wish is sent when the one before has arrived. */
function useWishedOrder(items: Items, projectPath: string) {
  const toast = useToast();
  const [wish, setWish] = useState<{ of: Items; order: Items } | null>(null);
  const last = useRef<Promise<void>>(Promise.resolve());
  // What the page tells again counts.
  const order = wish?.of === items ? wish.order : items;
  const save = async (moved: IssueListItem, next: Items, to: number) => {
    const base = `/api/v4/projects/${encodeURIComponent(projectPath)}/issues/${moved.iid}`;
    const body = { move_after_id: next[to - 1]?.id, move_before_id: next[to + 1]?.id };
    try {
      await api.put(`${base}/reorder`, { body });
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
      setWish(null);
      await reloadPage().catch(() => undefined);
    }
  };
  const move = (from: number, to: number): boolean => {
    const moved = order[from];
    if (!moved || to === from || to < 0 || to >= order.length) return false;
    const next = movedTo(order, from, to);
    setWish({ of: items, order: next });
    last.current = last.current.then(() => save(moved, next, to));
    return true;
  };
  return { order, move };
}

export type Drag = { from: number; to: number };

/** Issues that are moved by keys and by dragging; what is moved stands in its new place at once, and goes back when it cannot. */
export function useManualOrder(items: Items, projectPath: string) {
  const { order, move } = useWishedOrder(items, projectPath);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [said, setSaid] = useState('');
  const dragging = useRef<AbortController>(null);
  useEffect(() => () => dragging.current?.abort(), []);
  const moveTo = (from: number, to: number) => {
    const title = order[from]?.title;
    const isMoved = move(from, to);
    if (isMoved) setSaid(`${title} is now ${to + 1} of ${order.length}.`);
    return isMoved;
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>, from: number) => {
    if (event.button !== 0) return;
    const rows = [...(event.currentTarget.closest('ul')?.children ?? [])];
    dragging.current?.abort();
    const listening = new AbortController();
    dragging.current = listening;
    let to = from;
    const options = { signal: listening.signal };
    const end = (isKept: boolean) => {
      listening.abort();
      setDrag(null);
      if (isKept) moveTo(from, to);
    };
    document.addEventListener(
      'pointermove',
      ({ clientY }) => {
        to = positionAt(
          rows.map((row) => row.getBoundingClientRect()),
          clientY,
        );
        rows[to]?.scrollIntoView({ block: 'nearest' });
        setDrag({ from, to });
      },
      options,
    );
    document.addEventListener('pointerup', () => end(true), options);
    document.addEventListener('pointercancel', () => end(false), options);
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), options);
  };
  return { order, drag, said, moveTo, onPointerDown };
}

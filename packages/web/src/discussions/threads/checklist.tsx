import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isAppError, messageOf } from '../../lib/app-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

export type TaskChange = { line_number: number; line_source: string; checked: boolean };

export type ChecklistProps = {
  /** What the children show. */
  html: string;
  /** Its source: a box is found in it by its line. */
  text: string;
  /** "issue", "merge request", "comment" or "internal note", for the notice. */
  noun: string;
  /** Null for those who may not tick. */
  send: ((change: TaskChange) => Promise<unknown>) | null;
  /** Reads the text again. */
  refresh: () => Promise<unknown>;
  children: ReactNode;
};

type Wish = TaskChange & { label: string };
type Trouble = { text: string; wish?: Wish };

const BOX = 'input.task-list-item-checkbox';

function boxesIn(root: HTMLElement | null): HTMLInputElement[] {
  return [...(root?.querySelectorAll<HTMLInputElement>(BOX) ?? [])];
}

const lineOf = (box: HTMLInputElement) => Number(box.dataset['taskLine']);
const labelOf = (box: HTMLInputElement) => box.getAttribute('aria-label') ?? '';

/** What was asked for and is not answered yet, and what went wrong. One request after the other, in the order of ticks. */
function useWishes({ text, noun, send, refresh }: Omit<ChecklistProps, 'html' | 'children'>) {
  const [wishes] = useState(() => new Map<number, Wish>());
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const perform = async (wish: Wish, takeBack: () => void) => {
    const drop = () => wishes.get(wish.line_number) === wish && wishes.delete(wish.line_number);
    try {
      const { label: _label, ...change } = wish;
      await send?.(change);
      drop();
      // While others are on their way the answer would be old at once. What cannot be read now comes with the next news.
      if (wishes.size === 0) await refresh().catch(() => undefined);
    } catch (error) {
      if (drop()) takeBack();
      if (!isAppError(error) || error.code !== 'task_changed') return setTrouble({ text: messageOf(error), wish });
      const part = noun === 'comment' || noun === 'internal note' ? 'text' : 'description';
      setTrouble({
        text: `Someone edited this ${noun} at the same time you did. The ${part} has been updated and you will need to make your changes again.`,
      });
      await refresh().catch(() => undefined);
    }
    return undefined;
  };
  const ask = (line: number, label: string, checked: boolean, takeBack: () => void) => {
    const source = text.split('\n')[line - 1] ?? '';
    const wish: Wish = { line_number: line, line_source: source, checked, label };
    wishes.set(line, wish);
    setTrouble(null);
    queue.current = queue.current.then(() => perform(wish, takeBack));
  };
  return { wishes, trouble, ask, forget: () => setTrouble(null) };
}

/** Lets the boxes of rendered Markdown be ticked by those who may change the text. */
export function Checklist({ html, children, ...rest }: ChecklistProps) {
  const root = useRef<HTMLDivElement>(null);
  const focused = useRef<number | null>(null);
  const { wishes, trouble, ask, forget } = useWishes(rest);
  const mayTick = rest.send !== null;
  const toggle = (box: HTMLInputElement) => {
    const [line, label, checked] = [lineOf(box), labelOf(box), box.checked];
    ask(line, label, checked, () => {
      const shown = boxesIn(root.current).find((each) => lineOf(each) === line && labelOf(each) === label);
      if (shown) shown.checked = !checked;
    });
  };
  const latest = useRef(toggle);
  useEffect(() => {
    latest.current = toggle;
  });
  useLayoutEffect(() => {
    for (const box of boxesIn(root.current)) {
      box.disabled = !mayTick || box.dataset['inapplicable'] !== undefined;
      const wish = wishes.get(lineOf(box));
      if (wish?.label === labelOf(box)) box.checked = wish.checked;
    }
    // The box that had the focus was replaced together with the text.
    if (focused.current === null || document.activeElement !== document.body) return;
    boxesIn(root.current)[focused.current]?.focus({ preventScroll: true });
  }, [html, mayTick, wishes]);
  useEffect(() => {
    const at = root.current;
    const hear = (event: Event) => {
      const box = event.target;
      if (!(box instanceof HTMLInputElement) || !box.matches(BOX)) return;
      if (event.type === 'change') latest.current(box);
      else focused.current = boxesIn(at).indexOf(box);
    };
    // A box that goes with its text loses the focus too: only what users do themselves takes it away.
    const leave = (event: Event) => {
      if (!(event.target instanceof HTMLInputElement) || !event.target.matches(BOX)) focused.current = null;
    };
    at?.addEventListener('change', hear);
    at?.addEventListener('focusin', hear);
    document.addEventListener('focusin', leave);
    document.addEventListener('pointerdown', leave);
    return () => {
      at?.removeEventListener('change', hear);
      at?.removeEventListener('focusin', hear);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('pointerdown', leave);
    };
  }, []);
  const again = ({ line_number: line, label, checked }: Wish) => {
    const box = boxesIn(root.current).find((each) => lineOf(each) === line && labelOf(each) === label);
    if (!box) return forget();
    box.checked = checked;
    box.focus();
    return toggle(box);
  };
  const { wish } = trouble ?? {};
  return (
    <div className="flex flex-col gap-2">
      {trouble !== null && (
        <Banner
          tone={wish ? 'danger' : 'warning'}
          live
          onDismiss={forget}
          action={
            wish && (
              <Button size="sm" onClick={() => again(wish)}>
                Try again
              </Button>
            )
          }
        >
          {trouble.text}
        </Banner>
      )}
      <div ref={root}>{children}</div>
    </div>
  );
}

import { type RefObject, useEffect, useRef } from 'react';
import type { DiffRow } from './diff-row.ts';

/** The pressed button goes with the answer: the one in its place takes focus, so it can be pressed again. */
export function useFocusOnExpand(rows: readonly DiffRow[], container: RefObject<HTMLDivElement | null>) {
  const pressed = useRef<number | null>(null);
  const buttons = () => [...(container.current?.querySelectorAll<HTMLElement>('[data-expand], [data-fold]') ?? [])];
  useEffect(() => {
    if (pressed.current === null) return;
    const next = buttons()[pressed.current] ?? buttons().at(-1) ?? container.current;
    pressed.current = null;
    next?.focus({ preventScroll: true });
    // What is drawn again is drawn for other rows only.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rows]);
  return (button: HTMLElement) => {
    pressed.current = buttons().indexOf(button);
  };
}

import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { focusWhenRendered } from '../lib/focus-when-rendered.ts';

/**
 * Where focus goes when the row that has it is about to disappear: the next row, else the one before, else the heading.
 * Called before the change with something in the row; the answer is called after it.
 */
export function focusAfterRow(inside: Element | null, wanted = 'a, button'): () => void {
  const row = inside?.closest('[data-row]') ?? null;
  const rows = [row?.nextElementSibling ?? null, row?.previousElementSibling ?? null];
  return () => {
    const target = rows
      .filter((each) => each?.isConnected === true)
      .map((each) => each?.querySelector<HTMLElement>(wanted))
      .find((each) => each !== null && each !== undefined);
    (target ?? document.querySelector<HTMLElement>('h1'))?.focus();
  };
}

/** To the heading, where what had the keyboard goes away; what is being read stays where it is. */
export function keepFocusOnPage(): void {
  focusWhenRendered(() => document.querySelector<HTMLElement>('h1'), { ifLost: true });
}

/** Draws a change at once and focuses what it has brought back, e.g. the button that opened a form. */
export function focusAfterChange(change: () => void, target: RefObject<HTMLElement | null>): void {
  flushSync(change);
  target.current?.focus();
}

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { clearOfHeader } from '../../ui/diff/clear-of-header.ts';
import { numbersIn } from './reading-position.ts';

/** Where a part of a file begins: numbers of the lines before it. */
type Start = { old: number; new: number };

/** A line that was gone to stands so far below the bar at least. */
const BELOW_PX = 30;
/** Further than this no line is looked for: something else is read there. */
const REACH_PX = 200;

/** How often it is looked again for lines that are not to be seen yet. */
const TRIES = 10;
const AGAIN_MS = 150;

/** Lines that are gone to do not stop behind the bar, nor it behind the header. */
function makeRoom(bar: HTMLElement): void {
  clearOfHeader(bar);
  bar.closest<HTMLElement>('[data-file-card]')?.style.setProperty('--file-bar', `${bar.offsetHeight}px`);
}

/** Numbers of the topmost line below the bar. */
function numbersBelow(bar: Element) {
  const { left, width, bottom } = bar.getBoundingClientRect();
  for (let y = bottom + BELOW_PX; y < Math.min(bottom + REACH_PX, window.innerHeight); y += 20) {
    const element = document.elementFromPoint(left + width / 2, y);
    const row = element?.closest('[data-file-card]')?.contains(bar) ? element.closest('tr.dr') : null;
    const numbers = row && numbersIn(row);
    if (numbers && (numbers.oldLine !== null || numbers.newLine !== null)) return numbers;
  }
  return null;
}

/** Index of the part whose lines are being read, followed while the reader scrolls; `sawGone` looks at once. */
export function usePartInSight(bar: RefObject<HTMLElement | null>, parts: readonly Start[]) {
  const [part, setPart] = useState(0);
  const latest = useRef(parts);
  useLayoutEffect(() => {
    latest.current = parts;
  });
  /** False where no line is in sight, or a menu lies over all of them. */
  const look = useCallback(() => {
    const numbers = bar.current && numbersBelow(bar.current);
    if (!numbers) return false;
    const { oldLine, newLine } = numbers;
    const isBegun = (each: Start) => (newLine === null ? each.old < (oldLine ?? 0) : each.new < newLine);
    const found = latest.current.findLastIndex(isBegun);
    if (found >= 0) setPart(found);
    return true;
  }, [bar]);
  useEffect(() => {
    let frame = 0;
    let again: ReturnType<typeof setTimeout> | undefined;
    const soon = (tries = 0) => {
      cancelAnimationFrame(frame);
      clearTimeout(again);
      frame = requestAnimationFrame(() => {
        if (!look() && tries > 0) again = setTimeout(() => soon(tries - 1), AGAIN_MS);
      });
    };
    const onScroll = () => soon();
    const place = () => {
      if (bar.current) makeRoom(bar.current);
      soon(TRIES);
    };
    place();
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(again);
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', place);
    };
  }, [bar, look, parts]);
  return { part: Math.min(part, parts.length - 1), sawGone: look };
}

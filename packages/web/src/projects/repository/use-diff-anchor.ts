import { type RefObject, useEffect } from 'react';
import { lineElement } from '../../ui/diff/piece-keeper.ts';

function lineOf(target: EventTarget | null): HTMLElement | null {
  const cell = target instanceof Element ? target.closest('td.dn[data-n]') : null;
  return cell?.closest<HTMLElement>('tr.dr[id]') ?? null;
}

function mark(container: HTMLElement, id: string): HTMLElement | null {
  container.querySelector('tr.dr-current')?.classList.remove('dr-current');
  const row = id === '' ? null : lineElement(id);
  if (row === null || !container.contains(row) || !row.matches('tr.dr')) return null;
  row.classList.add('dr-current');
  return row;
}

function hashId(): string {
  try {
    return decodeURIComponent(window.location.hash.slice(1));
  } catch {
    return ''; // Not a name that the document could hold.
  }
}

/** A press on a line number puts the line into the address; the line that the address names is marked. */
export function useDiffAnchor(container: RefObject<HTMLElement | null>, drawn: unknown): void {
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    mark(element, hashId())?.scrollIntoView({ block: 'center' });
    const onClick = (event: MouseEvent): void => {
      const row = lineOf(event.target);
      if (row === null) return;
      const { pathname, search } = window.location;
      window.history.replaceState(window.history.state, '', `${pathname}${search}#${encodeURIComponent(row.id)}`);
      mark(element, row.id);
    };
    element.addEventListener('click', onClick);
    return () => element.removeEventListener('click', onClick);
  }, [container, drawn]);
}

import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { HotkeyHint } from './hotkey-hint.tsx';
import { tooltipStore } from './tooltip-store.ts';
import type { TooltipSide } from './tooltip-store.ts';

const gapPx = 6;
const edgePx = 8;

type Box = { left: number; top: number; width: number; height: number };
type Size = { width: number; height: number };

const opposite: Record<TooltipSide, TooltipSide> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

function at(side: TooltipSide, anchor: Box, size: Size): { left: number; top: number } {
  const middle = {
    left: anchor.left + (anchor.width - size.width) / 2,
    top: anchor.top + (anchor.height - size.height) / 2,
  };
  if (side === 'top') return { left: middle.left, top: anchor.top - size.height - gapPx };
  if (side === 'bottom') return { left: middle.left, top: anchor.top + anchor.height + gapPx };
  if (side === 'left') return { left: anchor.left - size.width - gapPx, top: middle.top };
  return { left: anchor.left + anchor.width + gapPx, top: middle.top };
}

/** Top left corner in the window: on the wanted side, on the other when there is no room, never over the edge. */
export function positionTooltip(side: TooltipSide, anchor: Box, size: Size, view: Size): { left: number; top: number } {
  const fits = (place: { left: number; top: number }): boolean =>
    place.left >= 0 &&
    place.top >= 0 &&
    place.left + size.width <= view.width &&
    place.top + size.height <= view.height;
  const wanted = at(side, anchor, size);
  const vertical = side === 'top' || side === 'bottom';
  const isOut = vertical ? wanted.top < 0 || wanted.top + size.height > view.height : !fits(wanted);
  const place = isOut ? at(opposite[side], anchor, size) : wanted;
  return {
    left: Math.round(Math.max(edgePx, Math.min(place.left, view.width - size.width - edgePx))),
    top: Math.round(Math.max(edgePx, Math.min(place.top, view.height - size.height - edgePx))),
  };
}

/** Once in the app. Only one tooltip is ever shown. */
export function TooltipLayer() {
  const shown = useSyncExternalStore(tooltipStore.subscribe, tooltipStore.read);
  const box = useRef<HTMLDivElement>(null);
  // What a button opened says more than its name does, and stands where the name would.
  const isShown = shown !== null && !shown.anchor.matches('[aria-haspopup][aria-expanded="true"]');

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || shown === null) return;
    const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
    const place = positionTooltip(
      shown.side,
      shown.anchor.getBoundingClientRect(),
      element.getBoundingClientRect(),
      view,
    );
    element.style.left = `${place.left}px`;
    element.style.top = `${place.top}px`;
  }, [shown]);

  useEffect(() => {
    if (!isShown) return undefined;
    const removal = new AbortController();
    const options = { capture: true, passive: true, signal: removal.signal };
    document.addEventListener('scroll', () => tooltipStore.hide(), options);
    document.addEventListener('keydown', () => tooltipStore.hide(), options);
    return () => removal.abort();
  }, [isShown]);

  if (!isShown) return null;
  return (
    <div
      ref={box}
      key={shown.id}
      role="tooltip"
      className="no-print pointer-events-none fixed top-0 left-0 z-60 flex w-max max-w-80 animate-appear items-center gap-2 rounded-sm bg-fg px-2 py-1 text-sm text-surface"
    >
      {shown.text}
      {shown.hotkey !== undefined && <HotkeyHint of={shown.hotkey} inverted />}
    </div>
  );
}

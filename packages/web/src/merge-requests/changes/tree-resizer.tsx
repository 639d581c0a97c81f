import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { clampWidth, DEFAULT_PX, MAX_PX, MIN_PX } from './tree-width.ts';

const STEP_PX = 16;

export type TreeResizerProps = {
  width: number;
  onWidth: (width: number) => void;
  grid: RefObject<HTMLElement | null>;
  controls: string;
};

/** The edge of the tree: dragged, or moved with the arrow keys. While it is dragged only the columns are laid out. */
export default function TreeResizer({ width, onWidth, grid, controls }: TreeResizerProps) {
  const dragged = useRef<number | null>(null);
  const show = (event: PointerEvent<HTMLElement>) => {
    const left = grid.current?.getBoundingClientRect().left ?? 0;
    dragged.current = clampWidth(event.clientX - left);
    grid.current?.style.setProperty('--tree-width', `${dragged.current}px`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: width - STEP_PX, ArrowRight: width + STEP_PX, Home: MIN_PX, End: MAX_PX }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onWidth(next);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator with a value is a control
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="File tree width"
      aria-controls={controls}
      aria-valuenow={width}
      aria-valuemin={MIN_PX}
      aria-valuemax={MAX_PX}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved with the arrow keys
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onWidth(DEFAULT_PX)}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        show(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) show(event);
      }}
      onPointerUp={() => {
        if (dragged.current !== null) onWidth(dragged.current);
        dragged.current = null;
      }}
      className="-mr-3 ml-1 w-2 shrink-0 cursor-col-resize touch-none rounded-sm hover:bg-hover"
    />
  );
}

import { type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react';
import { useMediaQuery } from '../../ui/use-media-query.ts';

const SCALES = [0.25, 0.35, 0.5, 0.67, 0.8, 0.9, 1, 1.25, 1.5, 2] as const;
/** Around the content, for its outline. */
const PADDING_PX = 4;
const SMALLEST = SCALES[0];
const LARGEST = SCALES[SCALES.length - 1] ?? 1;

export type Zoom = {
  scale: number;
  zoomIn: () => void;
  zoomOut: () => void;
  reset: () => void;
  /** The full width of the content. */
  fit: () => void;
  canZoomIn: boolean;
  canZoomOut: boolean;
  /** Narrow screens show a list, which is not zoomed. */
  isOff: boolean;
  /** + and - change the size, 0 is the usual size, F fits. */
  onKeyDown: (event: KeyboardEvent) => void;
  /** What the content takes, in the size that it is drawn in. */
  size: { width: number; height: number } | undefined;
};

/** The size that something wide is drawn in. */
export function useZoom(viewport: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): Zoom {
  const [chosen, setScale] = useState(1);
  const [natural, setNatural] = useState({ width: 0, height: 0 });
  const isOff = useMediaQuery('(max-width: 639px)');
  const scale = isOff ? 1 : chosen;
  useLayoutEffect(() => {
    const element = content.current;
    if (!element) return undefined;
    const measure = () => setNatural({ width: element.offsetWidth, height: element.offsetHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [content]);
  const zoomIn = () => setScale((from) => SCALES.find((each) => each > from) ?? from);
  const zoomOut = () => setScale((from) => SCALES.findLast((each) => each < from) ?? from);
  const reset = () => setScale(1);
  const fit = () => {
    const wide = (viewport.current?.clientWidth ?? 0) - 2 * PADDING_PX;
    if (wide > 0 && natural.width > 0) setScale(Math.max(SMALLEST, Math.min(1, wide / natural.width)));
  };
  const actOf = (key: string) => {
    if (key === '+' || key === '=') return zoomIn;
    if (key === '-') return zoomOut;
    if (key === '0') return reset;
    return key === 'f' ? fit : undefined;
  };
  return {
    scale,
    zoomIn,
    zoomOut,
    reset,
    fit,
    canZoomIn: scale < LARGEST,
    canZoomOut: scale > SMALLEST,
    isOff,
    onKeyDown: (event) => {
      const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : actOf(event.key);
      if (isOff || !act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    },
    size: scale === 1 ? undefined : { width: natural.width * scale, height: natural.height * scale },
  };
}

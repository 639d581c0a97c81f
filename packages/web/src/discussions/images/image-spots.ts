import type { Pixels } from '../../ui/images/image-side.ts';

/** A place on an image, in percent of its width and height. */
export type Spot = { x: number; y: number };

/** Where a pin stands, whatever size the image is drawn in. */
export function spotOf(position: {
  x?: number | null;
  y?: number | null;
  width?: number | null;
  height?: number | null;
}): Spot | null {
  const { x, y, width, height } = position;
  if (x == null || y == null || !width || !height) return null;
  return { x: (x / width) * 100, y: (y / height) * 100 };
}

/** As it is kept with what is written about it. */
export const spotText = ({ x, y }: Spot): string => `${x} ${y}`;

/** Null for what is no place. */
export function readSpot(text: string): Spot | null {
  const [x, y] = text.split(' ').map(Number);
  if (x === undefined || y === undefined || !Number.isFinite(x) || !Number.isFinite(y)) return null;
  return { x: inside(x), y: inside(y) };
}

/** The same place in whole pixels of the image. */
export function pixelsAt(spot: Spot, size: Pixels): Pixels & { x: number; y: number } {
  return { ...size, x: Math.round((spot.x / 100) * size.width), y: Math.round((spot.y / 100) * size.height) };
}

/** The place of a pointer on what lies over an image, within it. */
export function spotIn(ground: Element, { clientX, clientY }: { clientX: number; clientY: number }): Spot {
  const box = ground.getBoundingClientRect();
  return {
    x: inside(((clientX - box.left) / box.width) * 100),
    y: inside(((clientY - box.top) / box.height) * 100),
  };
}

const inside = (percent: number) => Math.min(100, Math.max(0, percent));

/** Moves a place by an arrow key: one percent, ten with Shift; null for other keys. */
export function movedSpot(spot: Spot, key: string, isFar: boolean): Spot | null {
  const by = isFar ? 10 : 1;
  if (key === 'ArrowLeft') return { ...spot, x: inside(spot.x - by) };
  if (key === 'ArrowRight') return { ...spot, x: inside(spot.x + by) };
  if (key === 'ArrowUp') return { ...spot, y: inside(spot.y - by) };
  if (key === 'ArrowDown') return { ...spot, y: inside(spot.y + by) };
  return null;
}

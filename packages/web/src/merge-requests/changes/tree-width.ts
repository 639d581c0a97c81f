import { parseNumber, useStored } from '../../lib/storage.ts';

/** See docs/decisions/0017-off-screen-lines-are-text.md. */
export const DEFAULT_PX = 320;
export const MIN_PX = 240;
export const MAX_PX = 480;

export function clampWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, MIN_PX), MAX_PX));
}

/** Width of the tree on this device, in pixels. */
export function useTreeWidth(): [number, (width: number) => void] {
  const [stored, store] = useStored('mr_tree_list_width', DEFAULT_PX, parseNumber);
  return [clampWidth(stored), (width) => store(clampWidth(width))];
}

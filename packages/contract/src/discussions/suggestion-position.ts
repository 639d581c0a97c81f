import type { DiffPosition, Placement } from './page.ts';

/** A thread or a pending comment on a diff. */
export type PlacedText = {
  /** It stands on lines of the newest version. */
  active: boolean;
  placement?: Placement | null;
  position: DiffPosition | null;
  original_position: DiffPosition | null;
};

/**
 * The place whose lines a suggestion in it would change: where they are now while all of them are there, else where they
 * were talked about. Those are what is kept with a suggestion, and brought to today's head when it is applied.
 */
export function suggestionPosition({ active, placement, position, original_position: begun }: PlacedText) {
  return active && placement?.confidence !== 'likely' ? position : begun;
}

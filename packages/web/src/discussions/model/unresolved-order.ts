import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';

type Resolvable = Pick<PageDiscussion, 'id' | 'resolvable' | 'resolved' | 'individual_note'>;

/** Threads that wait for an answer, in reading order. Single comments never do. */
export function unresolvedOf<D extends Resolvable>(all: readonly D[]): D[] {
  return all.filter((discussion) => discussion.resolvable && !discussion.individual_note && !discussion.resolved);
}

/**
 * The unresolved thread to jump to, around the end. `from` is the thread that was jumped to last (it may be resolved by
 * now); without it the jump starts before the first.
 */
export function nextUnresolved<D extends Resolvable>(
  all: readonly D[],
  from: string | null,
  step: 1 | -1,
): D | undefined {
  const open = unresolvedOf(all);
  if (open.length === 0) return undefined;
  const start = from === null ? -1 : all.findIndex((each) => each.id === from);
  if (start < 0) return step === 1 ? open[0] : open.at(-1);
  const place = new Map(all.map((each, index) => [each.id, index]));
  const at = (discussion: D) => place.get(discussion.id) ?? 0;
  return step === 1
    ? (open.find((each) => at(each) > start) ?? open[0])
    : (open.findLast((each) => at(each) < start) ?? open.at(-1));
}

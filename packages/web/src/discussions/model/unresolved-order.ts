import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';

export type Resolvable = Pick<PageDiscussion, 'id' | 'resolvable' | 'resolved' | 'individual_note'>;

/** Threads that wait for an answer, in the order given. Single comments never do. */
export function unresolvedOf<D extends Resolvable>(all: readonly D[]): D[] {
  return all.filter((discussion) => discussion.resolvable && !discussion.individual_note && !discussion.resolved);
}

import type { Placement } from '@tributary/contract/discussions/page.ts';
import type { PublishAnswer } from '@tributary/contract/merge-requests/reviews.ts';
import { plural } from '../../lib/format.ts';

/** What became of the place of a comment since it was written; null while there is nothing to say. */
export function placementText(placement: Placement | null): string | null {
  if (!placement || placement.confidence === 'exact') return null;
  if (placement.confidence === 'moved') return 'Its lines have moved since it was written.';
  if (placement.confidence === 'likely') return 'Only a part of its lines is left since it was written.';
  return placement.on === 'file'
    ? 'Its lines have changed since it was written: it stands on the file.'
    : 'Its file is no part of the changes any more: it stands on the overview.';
}

/** It stands on other lines than it was written on, or on none. */
export function isLost(placement: Placement | null): boolean {
  return placement?.confidence === 'likely' || placement?.confidence === 'lost';
}

/** One sentence for what publishing led to. */
export function publishedText(answer: Pick<PublishAnswer, 'published' | 'quick_actions_status'>): string {
  const results = answer.published.filter((each) => each.note_id !== null);
  const status = answer.quick_actions_status;
  const moved = results.filter((each) => each.placement && each.placement.confidence !== 'exact').length;
  const alone = results.filter((each) => each.thread_gone).length;
  const open = results.filter((each) => each.resolve_refused).length;
  const sentences = [results.length === 0 ? 'Review submitted.' : `Published ${plural(results.length, 'comment')}.`];
  if (moved > 0) sentences.push(`${moved} ${moved === 1 ? 'stands' : 'stand'} elsewhere since the head moved.`);
  if (alone > 0) sentences.push(`${alone} began a new thread, as the thread answered is gone.`);
  if (open > 0) sentences.push(`${plural(open, 'thread')} could not be resolved.`);
  return [...sentences, ...(status?.messages ?? []), ...(status?.error_messages ?? [])].join(' ');
}

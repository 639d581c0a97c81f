import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import type { RealtimeMessage } from '@tributary/contract/page/page-data.ts';

/** While something is going on that ends soon. */
const CHECKING_MS = 2_000;
/** Where the server names no time. */
const USUAL_MS = 5_000;
const CLOSED_MS = 300_000;
/** Each answer without news makes the pause longer, by this factor and at most by so much. */
const FACTOR = 1.2;
const LONGEST_MORE_MS = 240_000;

type Facts = Pick<WidgetData, 'state' | 'widget_state' | 'merge_ongoing' | 'source_branch_being_removed'>;

/**
 * When the widget is asked for again. Changes arrive by messages; asking is the safety net, and so less and less often.
 * `saidMs`: what the server said of the next time (0: nothing; negative: not any more). `unchanged`: answers in a row
 * that brought nothing new.
 */
export function nextWidgetPollMs(data: Facts | undefined, saidMs: number, unchanged: number): number | false {
  if (saidMs < 0) return false;
  if (data?.source_branch_being_removed) return CHECKING_MS;
  if (data?.state !== 'opened') return Math.max(CLOSED_MS, saidMs);
  if (data.widget_state === 'checking' || data.merge_ongoing) return CHECKING_MS;
  const start = saidMs > 0 ? saidMs : USUAL_MS;
  return Math.min(start * FACTOR ** unchanged, Math.max(start, USUAL_MS) + LONGEST_MORE_MS);
}

/** Counts answers in a row that brought nothing new: what is equal stays the same object. */
export function countUnchanged(): (data: unknown, answers: number) => number {
  let last: { data: unknown; answers: number } | undefined;
  return (data, answers) => {
    if (!last || last.data !== data || answers < last.answers) last = { data, answers };
    return answers - last.answers;
  };
}

/** Is this part of the widget to be fetched again? A message that names no parts is about all of them. */
export function isAbout(part: 'merge' | 'status_checks', { event, data }: Pick<RealtimeMessage, 'event' | 'data'>) {
  const { parts } = (data ?? {}) as { parts?: readonly string[] };
  return !event.startsWith('note.') && (parts?.includes(part) ?? true);
}

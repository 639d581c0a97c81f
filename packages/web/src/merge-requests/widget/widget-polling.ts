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
const MINUTE_MS = 60_000;
/** Beside a merge train: it moves on without this merge request. Pages that nobody looks at ask as well, less often. */
const TRAIN = { firstMs: 5 * MINUTE_MS, longestMs: 245 * MINUTE_MS, hiddenMs: 360 * MINUTE_MS, factor: 2 } as const;

type Facts = Pick<
  WidgetData,
  'state' | 'widget_state' | 'merge_ongoing' | 'source_branch_being_removed' | 'merge_trains_count'
>;

/**
 * When the widget is asked for again. Changes arrive by messages; asking is the safety net, and so less and less often.
 * `saidMs`: what the server said of the next time (0: nothing; negative: not any more). `unchanged`: answers in a row
 * that brought nothing new.
 */
export function nextWidgetPollMs(
  data: Facts | undefined,
  saidMs: number,
  unchanged: number,
  isHidden = false,
): number | false {
  if (saidMs < 0) return false;
  if (data?.source_branch_being_removed) return CHECKING_MS;
  if (data?.state !== 'opened') return Math.max(CLOSED_MS, saidMs);
  if (data.widget_state === 'checking' || data.merge_ongoing) return CHECKING_MS;
  const start = saidMs > 0 ? saidMs : USUAL_MS;
  const usual = Math.min(start * FACTOR ** unchanged, Math.max(start, USUAL_MS) + LONGEST_MORE_MS);
  if (!isBesideTrain(data)) return usual;
  const ofTrain = Math.min(TRAIN.firstMs * TRAIN.factor ** unchanged, TRAIN.longestMs);
  return isHidden ? TRAIN.hiddenMs : Math.min(usual, ofTrain);
}

/** Other merge requests wait in the train of its target. */
export function isBesideTrain(data: Pick<Facts, 'state' | 'merge_trains_count'> | undefined): boolean {
  return data?.state === 'opened' && data.merge_trains_count > 0;
}

/** Counts answers in a row that brought nothing new: what is equal stays the same object. */
export function countUnchanged(): (data: unknown, answers: number) => number {
  let last: { data: unknown; answers: number } | undefined;
  return (data, answers) => {
    if (!last || last.data !== data || answers < last.answers) last = { data, answers };
    return answers - last.answers;
  };
}

/** What has an address of its own. The pipeline has one too; its messages come from the project. */
export type WidgetPart = 'merge' | 'approvals' | 'status_checks';

/** Fields of a merge request that only its sidebar shows. */
const OF_SIDEBAR = new Set(['labels', 'assignees', 'milestone_id', 'time', 'is_discussion_locked']);
/** Fields that change who has to approve. */
const OF_APPROVALS = new Set(['target_branch', 'state']);

/**
 * Is this part of the widget to be fetched again? A message that names no parts is about all of them; one that names fields
 * is about the parts that show them.
 */
export function isAbout(part: WidgetPart, { event, data }: Pick<RealtimeMessage, 'event' | 'data'>): boolean {
  const { parts, changed } = (data ?? {}) as { parts?: readonly string[]; changed?: readonly string[] };
  // Who commented is part of the approvals.
  if (event.startsWith('note.')) return part === 'approvals' && event === 'note.created';
  if (parts) return parts.includes(part);
  if (event !== 'changed' || !changed) return event !== 'discussion.moved';
  if (part === 'merge') return changed.some((field) => !OF_SIDEBAR.has(field));
  return part === 'approvals' && changed.some((field) => OF_APPROVALS.has(field));
}

/** The merge train of this branch moved on: how many wait in it has changed. */
export function isAboutTrain({ event, data }: Pick<RealtimeMessage, 'event' | 'data'>, targetBranch: string): boolean {
  return event === 'merge_train.changed' && (data as { targetBranch?: string } | null)?.targetBranch === targetBranch;
}

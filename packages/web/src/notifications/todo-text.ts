import type { TodoItem } from '@tributary/contract/notifications/page.ts';
import type { TodoAction } from '@tributary/contract/notifications/enums.ts';

const DEEDS: Record<TodoAction, (noun: string) => string> = {
  assigned: (noun) => `assigned this ${noun} to you`,
  mentioned: (noun) => `mentioned you in this ${noun}`,
  directly_addressed: (noun) => `directly addressed you in this ${noun}`,
  marked: () => 'added a to-do item',
  review_requested: () => 'requested your review',
  review_submitted: (noun) => `reviewed your ${noun}`,
  approval_required: () => 'needs your approval',
  build_failed: () => 'broke the pipeline',
  unmergeable: () => 'Conflicts with its target branch',
  merge_train_removed: () => 'left the merge train',
};

/** What happened by itself is told without a name. */
export function isUserAction({ action }: TodoItem): boolean {
  return action !== 'unmergeable';
}

/** `Ann asked for your review`, with the name apart so that it can be isolated. */
export function actionTextOf(item: TodoItem): string {
  return DEEDS[item.action](item.noun);
}

export const ACTION_NAMES: readonly [TodoAction, string][] = [
  ['review_requested', 'Review requested'],
  ['assigned', 'Assigned'],
  ['mentioned', 'Mentioned'],
  ['directly_addressed', 'Directly addressed'],
  ['review_submitted', 'Reviewed'],
  ['unmergeable', 'Conflicts'],
  ['marked', 'Added by you'],
];

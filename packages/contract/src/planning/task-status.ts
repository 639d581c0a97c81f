/** How far the checklist of a text is. */
export type TaskCounts = { count: number; completed: number };

/** `2 of 5 checklist items completed`; empty without a checklist. */
export function taskStatusText({ count, completed }: TaskCounts): string {
  if (count === 0) return '';
  return `${completed} of ${count} checklist ${count === 1 ? 'item' : 'items'} completed`;
}

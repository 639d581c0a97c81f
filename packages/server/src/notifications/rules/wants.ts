import type {
  NotificationReason,
  NotificationEvent,
  NotificationLevel,
} from '@tributary/contract/notifications/enums.ts';
import type { ChosenLevel } from './item-level.ts';

/** What one user chose for one place, from the narrowest place outwards; `global` looks one place further. */
export type Choice = { level: NotificationLevel; events: readonly string[] };

const DEFAULT: Choice = { level: 'participating', events: [] };
/** Told whatever was said of the one thing. */
export const CALLS: ReadonlySet<NotificationReason> = new Set(['mentioned', 'directly_addressed']);

/** The first choice that says something: project, groups from inside to outside, then for everything. */
export function choiceOf(choices: readonly Choice[]): Choice {
  return choices.find((choice) => choice.level !== 'global') ?? DEFAULT;
}

/**
 * Does a user with this choice hear of it by mail? `chosen` is what they said about the one thing: it outweighs the
 * level, but nobody who has switched all mail off gets any.
 */
export function wants(
  choice: Choice,
  news: { reason: NotificationReason; event: NotificationEvent | undefined },
  chosen: ChosenLevel | undefined,
): boolean {
  if (choice.level === 'disabled' || chosen === 'disabled') return false;
  const isCalled = CALLS.has(news.reason);
  if (chosen === 'mention') return isCalled;
  if (chosen === 'watch' || isCalled) return true;
  if (choice.level === 'mention') return false;
  if (choice.level === 'watch') return true;
  if (choice.level === 'custom' && news.event !== undefined && choice.events.includes(news.event)) return true;
  return news.reason !== 'watching';
}

import type { ItemLevel } from '@tributary/contract/notifications/enums.ts';

/** What someone chose for one thing; nothing is chosen where it is `global`. */
export type ChosenLevel = Exclude<ItemLevel, 'global'>;

/** As it is kept beside a thing. */
type Subscription = { is_subscribed: boolean; is_off: boolean };

export function levelOf({ is_subscribed: isSubscribed, is_off: isOff }: Subscription): ChosenLevel {
  if (isSubscribed) return 'watch';
  return isOff ? 'disabled' : 'mention';
}

export function subscriptionAt(level: ChosenLevel): Subscription {
  return { is_subscribed: level === 'watch', is_off: level === 'disabled' };
}

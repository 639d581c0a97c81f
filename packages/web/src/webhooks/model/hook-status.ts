import type { HookCard, HookDeliveryCard } from '@tributary/contract/projects/page.ts';

export type HookStatus = { group: 'success' | 'warning' | 'failed' | 'neutral'; text: string };

/** How a webhook does, in two words. */
export function hookStatus(hook: Pick<HookCard, 'status' | 'lastDelivery'>): HookStatus {
  if (hook.status === 'disabled') return { group: 'failed', text: 'Disabled' };
  if (hook.status === 'temporarily_disabled') return { group: 'warning', text: 'Paused' };
  if (hook.lastDelivery === null) return { group: 'neutral', text: 'Never triggered' };
  return isGood(hook.lastDelivery)
    ? { group: 'success', text: 'Working' }
    : { group: 'warning', text: 'Last delivery failed' };
}

function isGood(delivery: { status: number | null; error: string | null }): boolean {
  return delivery.error === null && delivery.status !== null && delivery.status < 300;
}

/** `12 ms`, `1.5 s` */
export function durationText(durationMs: number): string {
  return durationMs < 1_000 ? `${durationMs} ms` : `${(durationMs / 1_000).toFixed(1)} s`;
}

/** What came back, in a sentence: `Answered 200 in 12 ms.` */
export function outcomeText(delivery: Pick<HookDeliveryCard, 'status' | 'durationMs' | 'error' | 'state'>): string {
  if (delivery.state === 'waiting') return 'Waiting to be sent.';
  if (delivery.status === null) return delivery.error ?? 'No response received.';
  const took = delivery.durationMs === null ? '' : ` in ${durationText(delivery.durationMs)}`;
  return `Response ${delivery.status}${took}.`;
}

import type { PlanningContainer } from '@tributary/contract/planning/page.ts';
import { isAppError } from '../lib/app-error.ts';
import { api } from '../lib/http.ts';

export function containerApi(place: PlanningContainer): string {
  return `/api/v4/${place.kind}s/${place.id}`;
}

/** Says whether the reader hears of the label there. What another window has said already is no failure. */
export async function setLabelSubscription(
  place: PlanningContainer,
  labelId: number,
  isSubscribed: boolean,
): Promise<void> {
  try {
    await api.post(`${containerApi(place)}/labels/${labelId}/${isSubscribed ? 'subscribe' : 'unsubscribe'}`);
  } catch (error) {
    if (!isAppError(error) || error.status !== 304) throw error;
  }
}

import type { PlanningPlace } from '@tributary/contract/planning/page.ts';
import { isAppError } from '../lib/app-error.ts';
import { api } from '../lib/http.ts';

export function placeApi(place: PlanningPlace): string {
  return `/api/v4/${place.kind}s/${place.id}`;
}

/** Says whether the reader hears of the label there. What another window has said already is no failure. */
export async function sayWhetherSubscribed(
  place: PlanningPlace,
  labelId: number,
  isSubscribed: boolean,
): Promise<void> {
  try {
    await api.post(`${placeApi(place)}/labels/${labelId}/${isSubscribed ? 'subscribe' : 'unsubscribe'}`);
  } catch (error) {
    if (!isAppError(error) || error.status !== 304) throw error;
  }
}

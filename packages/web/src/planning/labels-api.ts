import type { PlanningPlace } from '@tributary/contract/planning/page.ts';

export function placeApi(place: PlanningPlace): string {
  return `/api/v4/${place.kind}s/${place.id}`;
}

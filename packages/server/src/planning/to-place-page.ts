import type { PlanningPlace } from '@tributary/contract/planning/page.ts';
import type { Place } from './planning-place.ts';

/** The place without what only the server needs. */
export function toPlacePage({ kind, id, name, fullPath, href }: Place): PlanningPlace {
  return { kind, id, name, fullPath, href };
}

import type { PlanningContainer } from '@tributary/contract/planning/page.ts';
import type { Place } from './planning-container.ts';

/** The place without what only the server needs. */
export function toPageContainer({ kind, id, name, fullPath, href }: Place): PlanningContainer {
  return { kind, id, name, fullPath, href };
}

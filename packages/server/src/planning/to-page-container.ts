import type { PlanningContainer } from '@tributary/contract/planning/page.ts';
import type { ContainerWithAncestors } from './planning-container.ts';

/** The place without what only the server needs. */
export function toPageContainer({ kind, id, name, fullPath, href }: ContainerWithAncestors): PlanningContainer {
  return { kind, id, name, fullPath, href };
}

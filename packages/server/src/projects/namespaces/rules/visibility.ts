import type { Visibility } from '@tributary/contract/core/access-levels.ts';
import { isMoreVisible } from '@tributary/contract/projects/names.ts';

type Surroundings = {
  /** Visibility of what it lies in; undefined at the top. */
  parent: Visibility | undefined;
  projects?: readonly Visibility[];
  groups?: readonly Visibility[];
};

/** Why a group or project may not have this visibility, as the end of a sentence; null when it may. */
export function visibilityProblem(wanted: Visibility, around: Surroundings): string | null {
  if (around.parent !== undefined && isMoreVisible(wanted, around.parent)) {
    return `${wanted} is not allowed since the parent group has a ${around.parent} visibility.`;
  }
  if (around.projects?.some((inside) => isMoreVisible(inside, wanted))) {
    return `${wanted} is not allowed since this group contains projects with higher visibility.`;
  }
  if (around.groups?.some((inside) => isMoreVisible(inside, wanted))) {
    return `${wanted} is not allowed since there are sub-groups with higher visibility.`;
  }
  return null;
}

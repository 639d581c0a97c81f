import type { MilestoneEntry, PlanningContainer } from '@tributary/contract/planning/page.ts';
import type { MilestoneView } from '../reads/milestone-views.ts';

export function toMilestoneEntry(
  milestone: MilestoneView,
  place: PlanningContainer,
  extras: {
    mayChange: boolean;
    progress: { total: number; done: number } | undefined;
    promotesTo: string | null;
  },
): MilestoneEntry {
  const isOwn = milestone.owner.kind === place.kind && milestone.owner.id === place.id;
  return {
    id: milestone.id,
    iid: milestone.iid,
    title: milestone.title,
    description: milestone.description,
    state: milestone.state,
    startDate: milestone.startDate,
    dueDate: milestone.dueDate,
    isExpired: milestone.isExpired,
    href: milestone.href,
    owner: milestone.owner,
    progress: extras.progress ?? { total: 0, done: 0 },
    updatedAt: milestone.updatedAt.toISOString(),
    version: milestone.version,
    promotesTo: isOwn ? extras.promotesTo : null,
    can: { update: extras.mayChange && isOwn, delete: extras.mayChange && isOwn },
  };
}

import type { RestMilestone } from '@tributary/contract/planning/rest.ts';
import type { MilestoneView } from '../reads/milestone-views.ts';

export function toRestMilestone(baseUrl: string, milestone: MilestoneView): RestMilestone {
  return {
    id: milestone.id,
    iid: milestone.iid,
    ...(milestone.owner.kind === 'project' ? { project_id: milestone.owner.id } : { group_id: milestone.owner.id }),
    title: milestone.title,
    description: milestone.description,
    state: milestone.state,
    created_at: milestone.createdAt.toISOString(),
    updated_at: milestone.updatedAt.toISOString(),
    due_date: milestone.dueDate,
    start_date: milestone.startDate,
    expired: milestone.isExpired,
    web_url: `${baseUrl}${milestone.href}`,
  };
}

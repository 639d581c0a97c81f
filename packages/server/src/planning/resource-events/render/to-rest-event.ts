import { renderUserBasic } from '../../../accounts/index.ts';
import { toRestLabelDetail } from '../../labels/render/to-rest-label.ts';
import { toRestMilestone } from '../../milestones/render/to-rest-milestone.ts';
import type { ResourceEventView } from '../read-events.ts';

export function toRestResourceEvent({ row, user, label, milestone }: ResourceEventView, instanceUrl: string) {
  const base = {
    id: row.id,
    user: user ? renderUserBasic(user, { config: { url: instanceUrl } }) : null,
    created_at: row.created_at.toISOString(),
    resource_type: row.noteable_type,
    resource_id: row.noteable_id,
  };
  if (row.kind === 'label') return { ...base, label: label && toRestLabelDetail(label), action: row.action };
  if (row.kind === 'milestone')
    return { ...base, milestone: milestone && toRestMilestone(instanceUrl, milestone), action: row.action };
  if (row.kind === 'weight') return { ...base, issue_id: row.noteable_id, weight: row.weight };
  return {
    ...base,
    source_commit: null,
    source_merge_request_id: row.source_merge_request_id,
    state: row.action,
  };
}

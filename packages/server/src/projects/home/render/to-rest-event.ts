import type { RestNote } from '@tributary/contract/discussions/rest.ts';
import type { RestEvent } from '@tributary/contract/projects/events.ts';
import { toRestUserBasic } from '../../render/to-rest-user.ts';
import type { PushActivity } from '../record-activity.ts';
import type { ActivityView } from '../reads/activity.ts';

const TARGET_TYPES: Record<string, string> = {
  merge_request: 'MergeRequest',
  issue: 'Issue',
  note: 'Note',
  milestone: 'Milestone',
  project: 'Project',
};

export function toRestEvent(
  baseUrl: string,
  { event, author }: ActivityView,
  notes: ReadonlyMap<number, RestNote>,
): RestEvent {
  const note = event.target_type === 'note' ? notes.get(event.target_id ?? 0) : undefined;
  const targetType = TARGET_TYPES[event.target_type ?? ''] ?? null;
  const push = event.push_data as Omit<PushActivity, 'ref_count'> | null;
  return {
    id: event.id,
    project_id: event.project_id,
    action_name: event.action,
    target_id: targetType === null ? null : event.target_id,
    target_iid: targetType === null ? null : event.target_iid,
    target_type: targetType,
    author_id: author.id,
    target_title: targetType === null ? null : event.target_title,
    created_at: event.created_at.toISOString(),
    ...(note && { note }),
    author: toRestUserBasic(baseUrl, author),
    imported: false,
    imported_from: 'none',
    ...(push && { push_data: { ref_count: null, ...push } }),
    author_username: author.username,
  };
}

import type { MilestoneState, PlanningContainer } from '@tributary/contract/planning/page.ts';
import { todayOf } from '../../../projects/index.ts';
import type { Context } from '../../../platform/context.ts';
import { belowHref } from '../../planning-container.ts';
import type { MilestoneRecord } from '../milestone-store.ts';

export type MilestoneView = {
  id: number;
  iid: number;
  title: string;
  description: string;
  state: MilestoneState;
  startDate: string | null;
  dueDate: string | null;
  /** Its last day is over and it is still open. */
  isExpired: boolean;
  owner: PlanningContainer;
  /** Path on this server. */
  href: string;
  createdAt: Date;
  updatedAt: Date;
  /** Changes only when title, description or dates do. */
  version: string;
};

export function toMilestoneView(ctx: Context, record: MilestoneRecord): MilestoneView {
  const owner: PlanningContainer = {
    kind: record.project_id === null ? 'group' : 'project',
    id: record.project_id ?? record.namespace_id ?? 0,
    name: record.owner_name,
    fullPath: record.owner_full_path,
    href: `/${record.owner_full_path}`,
  };
  return {
    id: record.id,
    iid: record.iid,
    title: record.title,
    description: record.description,
    state: record.state,
    startDate: record.start_date,
    dueDate: record.due_date,
    isExpired: record.due_date !== null && record.due_date < todayOf(ctx),
    owner,
    href: `${belowHref(owner)}/milestones/${record.iid}`,
    createdAt: record.created_at,
    updatedAt: record.updated_at,
    version: (record.last_edited_at ?? record.created_at).toISOString(),
  };
}

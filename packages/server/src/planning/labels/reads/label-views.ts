import { textColorOn, scopeOf } from '@tributary/contract/planning/labels.ts';
import type { PlanningContainer } from '@tributary/contract/planning/page.ts';
import type { LabelRecord } from '../label-store.ts';

export type LabelView = {
  id: number;
  name: string;
  /** `#rrggbb` */
  color: string;
  textColor: '#FFFFFF' | '#1F1E24';
  description: string;
  archived: boolean;
  /** `type` of `type::bug`. */
  scope: string | null;
  /** In the project it was asked for; null without. */
  priority: number | null;
  owner: PlanningContainer;
  updatedAt: Date;
};

export function toLabelView(record: LabelRecord): LabelView {
  return {
    id: record.id,
    name: record.name,
    color: record.color,
    textColor: textColorOn(record.color),
    description: record.description,
    archived: record.archived,
    scope: scopeOf(record.name),
    priority: record.priority,
    updatedAt: record.updated_at,
    owner: {
      kind: record.project_id === null ? 'group' : 'project',
      id: record.project_id ?? record.namespace_id ?? 0,
      name: record.owner_name,
      fullPath: record.owner_full_path,
      href: `/${record.owner_full_path}`,
    },
  };
}

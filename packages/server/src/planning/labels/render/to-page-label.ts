import type { LabelEntry, PlanningPlace } from '@tributary/contract/planning/page.ts';
import type { LabelAnswer } from '../reads/label-answers.ts';
import { toLabelRef } from './to-rest-label.ts';

export function toLabelEntry(answer: LabelAnswer, place: PlanningPlace, mayChange: boolean): LabelEntry {
  const { label } = answer;
  const isOwn = label.owner.kind === place.kind && label.owner.id === place.id;
  return {
    ...toLabelRef(label),
    scope: label.scope,
    priority: label.priority,
    owner: label.owner,
    openMergeRequestsCount: answer.openMergeRequestsCount ?? 0,
    filterHref:
      place.kind === 'project'
        ? `/${place.fullPath}/-/merge_requests?label_name[]=${encodeURIComponent(label.name)}`
        : null,
    can: { update: mayChange && isOwn, delete: mayChange && isOwn },
  };
}

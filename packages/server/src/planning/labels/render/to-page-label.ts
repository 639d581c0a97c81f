import type { LabelEntry, PlanningContainer } from '@tributary/contract/planning/page.ts';
import type { LabelAnswer } from '../reads/label-answers.ts';
import { toLabelRef } from './to-rest-label.ts';

export function toLabelEntry(
  answer: LabelAnswer,
  place: PlanningContainer,
  { mayChange, maySubscribe, promotesTo }: { mayChange: boolean; maySubscribe: boolean; promotesTo: string | null },
): LabelEntry {
  const { label } = answer;
  const isOwn = label.owner.kind === place.kind && label.owner.id === place.id;
  const filter = `label_name[]=${encodeURIComponent(label.name)}`;
  return {
    ...toLabelRef(label),
    scope: label.scope,
    priority: label.priority,
    owner: label.owner,
    openIssuesCount: answer.issueCounts?.opened ?? 0,
    openMergeRequestsCount: answer.openMergeRequestsCount ?? 0,
    filterHref: place.kind === 'project' ? `/${place.fullPath}/-/merge_requests?${filter}` : null,
    issuesHref: place.kind === 'project' ? `/${place.fullPath}/-/issues?${filter}` : null,
    isArchived: label.archived,
    isSubscribed: answer.isSubscribed,
    promotesTo: isOwn ? promotesTo : null,
    can: {
      update: mayChange && isOwn,
      delete: mayChange && isOwn,
      prioritize: mayChange && place.kind === 'project',
      subscribe: maySubscribe,
    },
  };
}

import type { MergeRequestsPageData } from '@tributary/contract/merge-requests/page.ts';
import { scopeFilterFields } from '../../planning/scope-filter-fields.ts';
import type { FilterField } from '../../ui/filter-bar.tsx';

/** What a list of merge requests can be narrowed by; users, labels and milestones are those of the place, or of all that one may see. */
export function filterFields(place: MergeRequestsPageData['place']): FilterField[] {
  const draft: FilterField = {
    key: 'draft',
    label: 'Draft',
    options: [
      { id: 'yes', text: 'Yes' },
      { id: 'no', text: 'No' },
    ],
  };
  const { person, label, milestone } = scopeFilterFields(place);
  return [
    person('author_username', 'Author'),
    person('reviewer_username', 'Reviewer'),
    person('assignee_username', 'Assignee'),
    label,
    milestone,
    draft,
  ];
}

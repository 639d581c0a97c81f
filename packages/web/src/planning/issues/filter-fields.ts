import type { IssuesPageData } from '@tributary/contract/planning/issue-page.ts';
import type { FilterField } from '../../ui/filter-bar.tsx';
import { placeFields } from '../place-fields.ts';

const confidential: FilterField = {
  key: 'confidential',
  label: 'Confidential',
  options: [
    { id: 'yes', text: 'Yes' },
    { id: 'no', text: 'No' },
  ],
};

/** What a list of issues can be narrowed by; people, labels and milestones are those of the place. */
export function issueFields(place: IssuesPageData['place']): FilterField[] {
  if (!place) return [confidential];
  const { person, label, milestone } = placeFields(place);
  return [person('author_username', 'Author'), person('assignee_username', 'Assignee'), label, milestone, confidential];
}

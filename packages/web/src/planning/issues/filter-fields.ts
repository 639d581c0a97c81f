import type { IssuesPageData } from '@tributary/contract/planning/issue-page.ts';
import type { FilterField } from '../../ui/filter-bar.tsx';
import { scopeFilterFields } from '../scope-filter-fields.ts';

const confidential: FilterField = {
  key: 'confidential',
  label: 'Confidential',
  options: [
    { id: 'yes', text: 'Yes' },
    { id: 'no', text: 'No' },
  ],
};

const due: FilterField = {
  key: 'due_date',
  label: 'Due date',
  options: [
    { id: 'overdue', text: 'Overdue' },
    { id: 'today', text: 'Today' },
    { id: 'tomorrow', text: 'Tomorrow' },
    { id: 'week', text: 'This week' },
    { id: 'month', text: 'This month' },
    { id: 'any', text: 'Any' },
    { id: '0', text: 'None' },
  ],
};

const ANY_OR_NONE = [
  { id: 'Any', text: 'Any' },
  { id: 'None', text: 'None' },
];
const LIGHT = ['0', '1', '2', '3', '5', '8'];

/** Weights can be any number: the one that is typed is offered too. */
const weight: FilterField = {
  key: 'weight',
  label: 'Weight',
  load: (query) => {
    const typed = /^\d{1,7}$/.test(query) && !LIGHT.includes(query) ? [query] : [];
    const numbers = [...typed, ...LIGHT].map((each) => ({ id: each, text: each }));
    const wanted = query.toLowerCase();
    return Promise.resolve([...ANY_OR_NONE, ...numbers].filter(({ text }) => text.toLowerCase().startsWith(wanted)));
  },
};

/** By name, as others write it: `thumbsup`. */
const reaction: FilterField = {
  key: 'my_reaction_emoji',
  label: 'My reaction',
  load: (query) => {
    const typed = query.trim().replaceAll(':', '').toLowerCase();
    const names = ['thumbsup', 'thumbsdown', 'heart', 'tada', 'eyes', 'rocket'];
    const known = names.filter((name) => name.startsWith(typed));
    const words = ANY_OR_NONE.filter(({ text }) => text.toLowerCase().startsWith(typed));
    const isOther = typed !== '' && known.length === 0 && !words.some(({ text }) => text.toLowerCase() === typed);
    const all = isOther ? [typed] : known;
    return Promise.resolve([...words, ...all.map((name) => ({ id: name, text: name }))]);
  },
};

/** What a list of issues can be narrowed by; users, labels and milestones are those of the place, or of all that one may see. */
export function issueFields(place: IssuesPageData['place'], isSignedIn: boolean): FilterField[] {
  const { person, label, milestone } = scopeFilterFields(place);
  const [author, assignee] = [person('author_username', 'Author'), person('assignee_username', 'Assignee')];
  return [author, assignee, label, milestone, due, weight, ...(isSignedIn ? [reaction] : []), confidential];
}

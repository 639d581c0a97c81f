import { expect, test } from 'vitest';
import { readListQuery } from './list-query.ts';

test('the address of a list is read, with what is wrong left out', () => {
  const query = new URLSearchParams(
    'state=merged&search=fix&sort=nonsense&page=-3&author_username=ada&label_name[]=a&label_name[]=b&not[label_name][]=c&not[draft]=yes&evil=1&milestone_title=',
  );
  expect(readListQuery(query)).toEqual({
    state: 'merged',
    search: 'fix',
    sort: 'merged_at_desc',
    page: 1,
    tokens: [
      { param: 'author_username', value: 'ada', isNegated: false },
      { param: 'label_name[]', value: 'a', isNegated: false },
      { param: 'label_name[]', value: 'b', isNegated: false },
      { param: 'label_name[]', value: 'c', isNegated: true },
      { param: 'draft', value: 'yes', isNegated: true },
    ],
  });
});

test('an empty address means open ones, newest first', () => {
  expect(readListQuery(new URLSearchParams())).toMatchObject({
    state: 'opened',
    sort: 'created_date',
    page: 1,
    tokens: [],
  });
});

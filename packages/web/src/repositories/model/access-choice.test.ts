import type { AccessEntryView } from '@tributary/contract/projects/repository-page.ts';
import { expect, test } from 'vitest';
import { changesFrom, choiceOf, toChanges, withoutContradiction } from './access-choice.ts';

const maintainers: AccessEntryView = { id: 5, level: 40, user: null, group: null, description: 'Maintainers' };
const ada: AccessEntryView = {
  id: 6,
  level: null,
  user: { id: 7, username: 'ada', name: 'Ada', avatarUrl: null, href: '/ada' },
  group: null,
  description: 'Ada',
};

test('an entry is named by its role, user or group', () => {
  expect([choiceOf(maintainers), choiceOf(ada)]).toEqual(['level:40', 'user:7']);
  expect(toChanges(['level:40', 'user:7', 'group:3'])).toEqual([{ access_level: 40 }, { user_id: 7 }, { group_id: 3 }]);
});

test('only what is new or gone is sent', () => {
  expect(changesFrom([maintainers, ada], ['level:40', 'user:7'])).toEqual([]);
  expect(changesFrom([maintainers, ada], ['level:40', 'level:30'])).toEqual([
    { access_level: 30 },
    { id: 6, _destroy: true },
  ]);
});

test('no one and someone exclude each other; the last choice decides', () => {
  expect(withoutContradiction(['level:40', 'level:0'])).toEqual(['level:0']);
  expect(withoutContradiction(['level:0', 'user:7'])).toEqual(['user:7']);
  expect(withoutContradiction([])).toEqual([]);
});

import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { expect, test } from 'vitest';
import { markOf } from './thread-buttons.ts';

const thread = (pictures: readonly (string | null)[]) =>
  ({
    resolvable: true,
    resolved: false,
    notes: pictures.map((avatar_url, at) => ({
      id: String(at),
      system: false,
      note: 'A comment of some length',
      author: { id: at, name: `Person ${at}`, avatar_url },
    })),
  }) as PageDiscussion;

test('three images at most stand in the gutter, and how many others there are in its words', () => {
  const mark = markOf([thread(['/a', '/b', '/c', '/d', '/e'])]);
  expect(mark?.images).toEqual(['/a', '/b', '/c']);
  expect(mark?.words).toBe('Person 0: A comment of some… and 2 more');
  expect(markOf([thread(['/a', '/b'])])?.images).toEqual(['/a', '/b']);
});

test('where one of them has no image, their number stands there', () => {
  const mark = markOf([thread(['/a', null, '/c'])]);
  expect(mark?.images).toBeUndefined();
  expect(mark?.text).toBe('3');
});

import { afterEach, expect, it, vi } from 'vitest';
import { issueFields } from './filter-fields.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['', ['Any', 'None', 'thumbsup', 'thumbsdown', 'heart', 'tada', 'eyes', 'rocket']],
  ['any', ['Any']],
  ['none', ['None']],
  ['a', ['Any', 'a']],
  [':wave:', ['wave']],
  ['heart', ['heart']],
])('my reaction, when “%s” is typed', async (typed, offered) => {
  const reaction = issueFields(null, true).find(({ key }) => key === 'my_reaction_emoji');
  expect((await reaction?.load?.(typed, new AbortController().signal))?.map(({ id }) => id)).toEqual(offered);
});

it.each([
  ['author_username', '/api/v4/users?search=dam&per_page=20', { username: 'ada', name: 'Ada' }, 'ada'],
  ['assignee_username', '/api/v4/users?search=dam&per_page=20', { username: 'ada', name: 'Ada' }, 'ada'],
  ['label_name[]', '/dashboard/labels.json?search=dam', { name: 'Dam' }, 'Dam'],
  ['milestone_title', '/dashboard/milestones.json?search=dam', { title: 'Dam' }, 'Dam'],
])('in the list of no place, %s is offered of all that one may see', async (key, address, found, id) => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', (path: unknown) => {
    asked.push(path);
    return Promise.resolve(Response.json([found]));
  });
  const field = issueFields(null, true).find((each) => each.key === key);
  const options = await field?.load?.(' dam ', new AbortController().signal);
  expect([asked, options?.map((option) => option.id)]).toEqual([[address], [id]]);
});

import { expect, it } from 'vitest';
import { issueFields } from './filter-fields.ts';

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

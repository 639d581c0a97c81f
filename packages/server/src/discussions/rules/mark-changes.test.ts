import { expect, test } from 'vitest';
import { renderSync } from '../../platform/markup/render-sync.ts';
import { markChanges } from './mark-changes.ts';

const gone = (text: string) => `<del class="idiff deletion">${text}</del>`;
const fresh = (text: string) => `<ins class="idiff addition">${text}</ins>`;
const strong = (text: string) => `<strong>${text}</strong>`;

test.each([
  ['A thing', 'Another thing', `${gone('A')} thing`, `${fresh('Another')} thing`],
  ['Say why', 'Say why not', 'Say why', `Say why${fresh(' not')}`],
  ['Fix *all* (now)', 'Fix *some* (now)', `Fix *${gone('all')}* (now)`, `Fix *${fresh('some')}* (now)`],
  ['a+ b', 'a++ b', 'a+ b', `a+${fresh('+')} b`],
  ['Close {-x-} gate', 'Open {-x-} gate', `${gone('Close')} {-x-} gate`, `${fresh('Open')} {-x-} gate`],
  ['One  two', 'One two', 'One  two', 'One two'],
  ['Nothing stays', 'All new', 'Nothing stays', 'All new'],
])('what differs between %j and %j is marked, and nothing else means anything', (from, to, before, after) => {
  const marked = markChanges(from, to);
  const { html } = renderSync(`from **${marked.before}** to **${marked.after}**`, {});
  expect(html.trim()).toBe(`<p dir="auto">from ${strong(before)} to ${strong(after)}</p>`);
});

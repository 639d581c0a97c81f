import { expect, test } from 'vitest';
import { readRouteMap } from './route-map.ts';

const MAP = String.raw`
- source: /source\/posts\/(\d{4})-(.+?)\..*/
  public: 'posts/\1/\2/'
- source: about.md
  public: about.html
- source: /broken(/
  public: never
`;

test.each([
  ['source/posts/2026-hello.md', 'posts/2026/hello/'],
  ['about.md', 'about.html'],
  ['docs/about.md', undefined],
  ['broken(', undefined],
])('%s becomes %s', (path, page) => expect(readRouteMap(MAP)?.pageOf(path)).toBe(page));

test.each(['a: b', '- [', 'x', '- &a [*a]'])('%s is no map, or an empty one', (text) =>
  expect(readRouteMap(text)?.pageOf('a')).toBeUndefined(),
);

import { expect, test } from 'vitest';
import { referencesIn } from './reference-registry.ts';

const PLACE = { kind: 'project', id: 1, fullPath: 'group/app' } as const;

/** A rendered text that refers to these issues. */
const naming = (...iids: number[]) =>
  iids.map((iid) => `<gl-ref data-kind="issue" data-ref="#${iid}"></gl-ref>`).join('');
const many = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const found = (htmls: string[]) => referencesIn(htmls, PLACE).map(({ ref }) => ref);

test('each reference is asked for once, with the project that is meant', () => {
  expect(referencesIn([naming(1, 2, 1), naming(2, 3)], PLACE)).toMatchObject([
    { key: 'issue:#1', projectPath: 'group/app' },
    { key: 'issue:#2' },
    { key: 'issue:#3' },
  ]);
  expect(found([])).toEqual([]);
});

test('in a text of a group a word names a project below it, and no path no project', () => {
  const group = { kind: 'group', id: 1, fullPath: 'crew/sub' } as const;
  const refs = ['#1', 'app#1', 'other/app#1'];
  const htmls = refs.map((ref) => `<gl-ref data-kind="issue" data-ref="${ref}"></gl-ref>`);
  const meant = (place: typeof group | typeof PLACE) => referencesIn(htmls, place).map((each) => each.projectPath);
  expect(meant(group)).toEqual([undefined, 'crew/sub/app', 'other/app']);
  expect(meant(PLACE)).toEqual(['group/app', 'group/app', 'other/app']);
});

test('texts full of references leave the others theirs, wherever they stand', () => {
  const full = many(0, 8).map((each) => naming(...many(10_000 + each * 500, 500)));
  const others = many(1, 60).map((iid) => naming(iid, iid + 100, iid + 200));
  const refs = new Set(found([...full, ...others]));
  for (const iid of many(1, 60)) {
    for (const wanted of [iid, iid + 100, iid + 200]) expect(refs).toContain(`#${wanted}`);
  }
  // All in all no more, and what the small ones do not need is for the large ones.
  expect(refs.size).toBe(2_000);
});

test('a text alone has all that it may hold, and so have a few', () => {
  expect(found([naming(...many(1, 500))])).toHaveLength(500);
  expect(found([1, 2, 3].map((each) => naming(...many(each * 1_000, 500))))).toHaveLength(1_500);
});

test('what is none is not counted', () => {
  const forged = many(1, 3_000)
    .map((each) => `<gl-ref data-kind="issue" data-ref="x${each}"></gl-ref>`)
    .join('');
  expect(found([forged, naming(7)])).toEqual(['#7']);
});

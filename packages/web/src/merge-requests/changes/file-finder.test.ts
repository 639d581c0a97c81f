import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { expect, test } from 'vitest';
import { findFiles } from './file-finder.tsx';

const file = (path: string, before = path) => ({ file_path: path, old_path: before }) as DiffFileSummary;
const FILES = [file('src/house.ts'), file('src/home.ts', 'src/cottage.ts'), file('docs/shed.md')];
const found = (query: string) => findFiles(FILES, query).map((each) => [each.file.file_path, each.path]);

test('a renamed file is found by the name that it had, and named by which it was found', () => {
  expect(found('cottage')).toEqual([['src/home.ts', 'src/cottage.ts']]);
  expect(found('home')).toEqual([['src/home.ts', 'src/home.ts']]);
  expect(found('nothing')).toEqual([]);
  expect(found('').map(([path]) => path)).toEqual(FILES.map((each) => each.file_path));
});

import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { expect, test } from 'vitest';
import { buildFileTree } from './file-tree.ts';
import { countExtensions, extensionOf, listRows, treeRows } from './tree-rows.ts';

const files = ['README.md', 'src/a/one.ts', 'src/a/two.ts', 'src/b.ts'].map(
  (path) => ({ file_path: path, file_hash: path }) as DiffFileSummary,
);

test('a closed folder hides what is inside, and each row knows its place among its siblings', () => {
  const tree = buildFileTree(files);
  const outline = (closed: string[]) =>
    treeRows(tree, new Set(closed)).map((row) => `${row.depth} ${row.position}/${row.siblings} ${row.node.name}`);
  expect(outline([])).toEqual([
    '0 1/2 src',
    '1 1/2 a',
    '2 1/2 one.ts',
    '2 2/2 two.ts',
    '1 2/2 b.ts',
    '0 2/2 README.md',
  ]);
  expect(outline(['src/a'])).toEqual(['0 1/2 src', '1 1/2 a', '1 2/2 b.ts', '0 2/2 README.md']);
  expect(treeRows(tree, new Set(['src']))[0]).toMatchObject({ type: 'folder', isOpen: false });
});

test('names that are no text stand by their whole paths, which are shown as such names are everywhere', () => {
  const odd = ['//src/a/%C3%BC/x%FF.ts', 'src/a/one.ts'];
  const tree = buildFileTree(odd.map((path) => ({ file_path: path, file_hash: path }) as DiffFileSummary));
  expect(treeRows(tree, new Set()).map((row) => `${row.depth} ${row.node.name}`)).toEqual([
    '0 src/a',
    '1 one.ts',
    '0 //src/a/%C3%BC/x%FF.ts',
  ]);
});

test('a list names whole paths', () => {
  expect(listRows(files).map((row) => row.node.name)).toEqual(files.map((file) => file.file_path));
});

test('files are counted by extension, names without one by themselves', () => {
  expect(['a/b.test.ts', 'Makefile', '.gitignore', 'x.'].map(extensionOf)).toEqual([
    '.ts',
    'Makefile',
    '.gitignore',
    '.',
  ]);
  expect(countExtensions(files)).toEqual([
    { extension: '.ts', count: 3 },
    { extension: '.md', count: 1 },
  ]);
});

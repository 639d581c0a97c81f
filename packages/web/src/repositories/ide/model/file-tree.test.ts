import { expect, test } from 'vitest';
import { foldersAbove, type TreeEntry, treeOf } from './file-tree.ts';

function drawn(entries: readonly TreeEntry[], indent = ''): string[] {
  return entries.flatMap((entry) =>
    entry.kind === 'folder'
      ? [`${indent}${entry.name}/`, ...drawn(entry.children, `${indent}  `)]
      : [`${indent}${entry.name}`],
  );
}

test('folders stand before files, then names, numbers by their size', () => {
  const paths = ['b.txt', 'z/file.ts', 'a10.txt', 'a9.txt', 'lib/inner/x.ts', 'lib/y.ts', 'B.md'];
  expect(drawn(treeOf(paths, (path) => path))).toEqual([
    'lib/',
    '  inner/',
    '    x.ts',
    '  y.ts',
    'z/',
    '  file.ts',
    'a9.txt',
    'a10.txt',
    'B.md',
    'b.txt',
  ]);
});

test('a file keeps its key, whatever users see of it', () => {
  const [folder] = treeOf(['//caf%E9/x'], () => 'caf\uFFFD/x');
  expect(folder).toMatchObject({ kind: 'folder', name: 'caf\uFFFD', children: [{ path: '//caf%E9/x', name: 'x' }] });
});

test('the folders above a file, from the top', () => {
  expect(foldersAbove('a/b/c.txt')).toEqual(['a', 'a/b']);
  expect(foldersAbove('c.txt')).toEqual([]);
});

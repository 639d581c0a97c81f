import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { expect, test } from 'vitest';
import { batchSize } from './batch-size.ts';
import { buildFileTree, filesInTreeOrder, type TreeNode } from './file-tree.ts';
import { toDiffRows } from '../../../discussions/model/to-diff-rows.ts';

function file(path: string, index = 0): DiffFileSummary {
  return {
    file_hash: `hash-${path}`,
    file_identifier_hash: `id-${path}`,
    old_path: path,
    new_path: path,
    file_path: path,
    new_file: false,
    deleted_file: false,
    renamed_file: false,
    mode_changed: false,
    added_lines: 1,
    removed_lines: 1,
    binary: false,
    submodule: false,
    too_large: false,
    generated: false,
    generated_reason: null,
    copied_file: false,
    copied_from: null,
    whitespace_only: false,
    moved_lines: 0,
    index,
  };
}

function outline(nodes: readonly TreeNode[]): unknown[] {
  return nodes.map((node) => (node.type === 'file' ? node.name : { [node.name]: outline(node.children) }));
}

test('batches grow from 5 to 30', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(batchSize)).toEqual([5, 7, 12, 22, 30, 30, 30]);
});

test('folders come before files, and single folders are joined', () => {
  const tree = buildFileTree(['z.ts', 'a/b/c/one.ts', 'a/b/c/two.ts', 'lib/x.ts', 'README'].map((path) => file(path)));
  expect(outline(tree)).toEqual([{ 'a/b/c': ['one.ts', 'two.ts'] }, { lib: ['x.ts'] }, 'README', 'z.ts']);
  expect(filesInTreeOrder(tree).map((each) => each.file_path)).toEqual([
    'a/b/c/one.ts',
    'a/b/c/two.ts',
    'lib/x.ts',
    'README',
    'z.ts',
  ]);
});

test('a joined name over 40 characters keeps its ends', () => {
  const long = 'packages/very-long-package-name/source/component/inner';
  const [folder] = buildFileTree([file(`${long}/a.ts`)]);
  expect(folder).toMatchObject({ name: 'packages/…/inner', key: long });
});

test.each([
  ['one/another-folder-with-a-very-long-name', 'one/another-folder-with-a-very-long-name'],
  ['some/another-folder-with-a-very-long-name', '…/another-folder-with-a-very-long-name'],
  [`first-folder-with-a-name/in/between/${'n'.repeat(30)}`, `…/${'n'.repeat(30)}`],
  [`${'x'.repeat(30)}${'y'.repeat(30)}`, `…${'x'.repeat(9)}${'y'.repeat(30)}`],
])('%s fits into 40 characters', (path, shown) => {
  const [folder] = buildFileTree([file(`${path}/a.ts`)]);
  expect(folder?.name).toBe(shown);
  expect(shown.length).toBeLessThanOrEqual(40);
});

function line(type: PageDiffLine['type'], oldLine: number | null, newLine: number | null): PageDiffLine {
  return { line_code: 'c', type, old_line: oldLine, new_line: newLine, text: 't', rich_text: 't', meta_data: null };
}

test('sides that a line is not on are empty, and a last line without a newline is a line with a mark', () => {
  const rows = toDiffRows([
    line('match', 1, 1),
    line('old', 3, 3),
    line('old-nonewline', 4, 3),
    line('new', 4, 3),
    line('new-nonewline', 4, 4),
  ]);
  expect(rows).toMatchObject([
    { kind: 'match', lineCode: null },
    { kind: 'removed', oldLine: 3, newLine: null },
    { kind: 'removed', oldLine: 4, newLine: null, hasNoNewline: true },
    { kind: 'added', oldLine: null, newLine: 3 },
    { kind: 'added', oldLine: null, newLine: 4, hasNoNewline: true, html: 't' },
  ]);
});

import { describe, expect, test } from 'vitest';
import {
  actionsOf,
  changedFiles,
  changeOf,
  type IdeFile,
  messageFor,
  pathProblem,
  pathsNow,
  stagedFiles,
} from './ide-file.ts';

const base = { content: 'one\n', lastCommitId: 'c0ffee' };

function file(facts: Partial<IdeFile> & { path: string }): IdeFile {
  return {
    id: facts.path,
    was: facts.path,
    base,
    text: null,
    encoding: 'text',
    isStaged: true,
    isDeleted: false,
    ...facts,
  };
}

const updated = file({ path: 'b.txt', text: 'two\n' });
const made = file({ path: 'new.txt', was: null, base: null, text: 'new\n' });
const moved = file({ path: 'to/c.txt', was: 'c.txt', base: null });
const movedAndWritten = file({ path: 'to/d.txt', was: 'd.txt', text: 'other\n' });
const thrownAway = file({ path: 'a.txt', isDeleted: true });

describe('what a commit would do', () => {
  test.each<[string, IdeFile, ReturnType<typeof changeOf>]>([
    ['nothing to a file that was only opened', file({ path: 'x' }), null],
    ['nothing to one that was written back as it was', file({ path: 'x', text: 'one\n' }), null],
    ['nothing to one that was made and thrown away', file({ path: 'x', was: null, isDeleted: true }), null],
    ['update', updated, 'updated'],
    ['create', made, 'created'],
    ['move', moved, 'renamed'],
    ['delete, also what was moved before', file({ path: 'to', was: 'x', isDeleted: true }), 'deleted'],
  ])('%s', (_what, given, expected) => {
    expect(changeOf(given)).toBe(expected);
  });

  test('deleting and moving come first, so that their paths are free', () => {
    const changed = changedFiles([made, updated, movedAndWritten, moved, thrownAway]);
    expect(changed.map(({ change, file: { path } }) => `${change} ${path}`)).toEqual([
      'deleted a.txt',
      'renamed to/c.txt',
      'renamed to/d.txt',
      'updated b.txt',
      'created new.txt',
    ]);
  });

  test('on the same branch only a file that stays where it is names the commit it was begun from', () => {
    expect(actionsOf([thrownAway, moved, movedAndWritten, updated, made], false)).toEqual([
      { action: 'delete', file_path: 'a.txt' },
      { action: 'move', previous_path: 'c.txt', file_path: 'to/c.txt' },
      { action: 'move', previous_path: 'd.txt', file_path: 'to/d.txt', content: 'other\n', encoding: 'text' },
      { action: 'update', file_path: 'b.txt', content: 'two\n', encoding: 'text', last_commit_id: 'c0ffee' },
      { action: 'create', file_path: 'new.txt', content: 'new\n', encoding: 'text' },
    ]);
  });

  test('bytes that are no text go as base64, and only what is selected goes', () => {
    const image = file({ path: 'logo.png', was: null, base: null, text: 'iVBORw==', encoding: 'base64' });
    expect(actionsOf([image], false)).toEqual([
      { action: 'create', file_path: 'logo.png', content: 'iVBORw==', encoding: 'base64' },
    ]);
    const opened = file({ path: 'opened.txt' });
    expect(stagedFiles([image, { ...updated, isStaged: false }, made, opened])).toEqual([image, made]);
  });

  test('on a new branch nothing does', () => {
    expect(actionsOf([updated], true)).toEqual([
      { action: 'update', file_path: 'b.txt', content: 'two\n', encoding: 'text' },
    ]);
  });

  test('the message says what, or how much', () => {
    expect(messageFor([made])).toBe('Add new.txt');
    expect(messageFor([moved])).toBe('Rename c.txt');
    expect(messageFor([updated, made])).toBe('Update 2 files');
  });
});

test('paths are those of the branch with what was done to them', () => {
  const now = pathsNow(['a.txt', 'b.txt', 'c.txt', 'z.txt'], [thrownAway, updated, moved, made]);
  expect([...now.keys()].toSorted()).toEqual(['b.txt', 'new.txt', 'to/c.txt', 'z.txt']);
  expect(now.get('z.txt')).toBeNull();
  expect(now.get('b.txt')).toBe(updated);
});

test.each([
  ['docs/new.md', null],
  ['', 'Enter a path for the file.'],
  ['docs/', 'Enter a name after the folder.'],
  ['docs//new.md', 'Every folder needs a name. Remove the double slash.'],
  ['../new.md', '"." and ".." are not valid names.'],
  ['sub/.GIT/config', 'The name ".git" is reserved by Git.'],
  ['docs/guide.md', 'A file with this path already exists.'],
  ['docs/guide.md/part', '"docs/guide.md" is a file, not a folder.'],
  ['docs', 'A folder with this path already exists.'],
])('%j as a path', (path, expected) => {
  expect(pathProblem(path, new Set(['docs/guide.md', 'README.md']))).toBe(expected);
});

import { expect, test } from 'vitest';
import { draftFilesOf, fieldsOfIde, ideOfFields, parseOldIdeDraft } from './ide-draft.ts';
import { changedFiles } from './ide-file.ts';
import { ideReducer, type IdeEvent, type IdeState, NOTHING_OPEN, type OpenFile } from './ide-state.ts';

function file(path: string, facts: Partial<OpenFile> = {}): OpenFile {
  const base = { content: `${path}\n`, lastCommitId: 'c0ffee' };
  return {
    id: path,
    path,
    was: path,
    base,
    text: null,
    encoding: 'text',
    isStaged: true,
    isDeleted: false,
    notice: null,
    ...facts,
  };
}

const plain = { encoding: 'text' as const, isStaged: true };

function after(...events: IdeEvent[]): IdeState {
  return events.reduce(ideReducer, NOTHING_OPEN);
}
const opened = (path: string): IdeEvent => ({ type: 'opened', file: file(path) });
const changes = ({ files }: IdeState) => changedFiles(files).map(({ file: { path }, change }) => `${change} ${path}`);

test('closing a tab shows the one beside it, and keeps what was written', () => {
  const state = after(opened('a'), opened('b'), opened('c'), { type: 'shown', id: 'b' });
  const written = ideReducer(state, { type: 'written', id: 'b', text: 'other\n' });
  const closed = ideReducer(written, { type: 'closed', id: 'b' });
  expect(closed).toMatchObject({ open: ['a', 'c'], active: 'c' });
  expect(changes(closed)).toEqual(['updated b']);
  const rest = ideReducer(ideReducer(closed, { type: 'closed', id: 'c' }), { type: 'closed', id: 'a' });
  expect(rest).toMatchObject({ open: [], active: null });
  expect(rest.files.map(({ id }) => id)).toEqual(['b']);
});

test('a deleted file comes back as the branch has it, a new one goes for good', () => {
  const thrown = after(
    opened('a'),
    { type: 'written', id: 'a', text: 'x' },
    { type: 'renamed', id: 'a', path: 'to/a' },
    { type: 'deleted', id: 'a' },
  );
  expect(thrown).toMatchObject({ open: [], active: null });
  expect(changes(thrown)).toEqual(['deleted to/a']);
  expect(ideReducer(thrown, { type: 'reverted', id: 'a' }).files).toEqual([]);
  const made = after({ type: 'opened', file: file('n', { was: null, base: null, text: '' }) });
  expect(changes(made)).toEqual(['created n']);
  expect(ideReducer(made, { type: 'reverted', id: 'n' })).toEqual(NOTHING_OPEN);
});

test('what was based again on nothing is made again', () => {
  const state = after(opened('a'), { type: 'written', id: 'a', text: 'mine' }, { type: 'based', id: 'a', base: null });
  expect(changes(state)).toEqual(['created a']);
});

test('what was committed goes, and what was left out of the commit stays', () => {
  const { files, open, active } = after(opened('a'), opened('b'), { type: 'written', id: 'a', text: 'x' });
  const left = ideReducer({ files, open, active }, { type: 'committed', ids: ['a'] });
  expect([left.open, left.active, left.files.map(({ id }) => id)]).toEqual([['b'], 'b', ['b']]);
});

test('a draft holds what changed alone, and what is no draft is not read', () => {
  const { files } = after(opened('a'), opened('b'), { type: 'written', id: 'b', text: 'mine' });
  const draft = { files: draftFilesOf(files), message: 'Because' };
  expect(draft.files).toEqual([
    { path: 'b', was: 'b', text: 'mine', ...plain, isDeleted: false, baseCommitId: 'c0ffee' },
  ]);
  expect(ideOfFields(fieldsOfIde(draft))).toEqual({ ...draft, savedAt: null });
  expect(ideOfFields(fieldsOfIde({ files: draftFilesOf(after(opened('a')).files), message: '' }))).toBeNull();
  const strange = new Map([['f.x:file', { text: '{"path":1}', base: null }]]);
  expect(ideOfFields(strange.set('f.y:file', { text: 'no', base: null }))).toBeNull();
});

test('a draft of moved, deleted and new files comes back as it was', () => {
  const files = [
    { path: 'new.ts', was: null, text: '', ...plain, isDeleted: false, baseCommitId: null },
    { path: 'gone.ts', was: 'gone.ts', text: null, ...plain, isDeleted: true, baseCommitId: null },
    {
      path: 'docs/größe.md',
      was: 'größe.md',
      text: 'iVBO',
      encoding: 'base64' as const,
      isStaged: false,
      isDeleted: false,
      baseCommitId: 'c0ffee',
    },
  ];
  const fields = fieldsOfIde({ files, message: '' });
  for (const name of fields.keys()) expect(name).toMatch(/^[\x21-\x7e]{1,200}$/);
  expect(ideOfFields(fields)).toEqual({ files, message: '', savedAt: null });
});

test('what a device kept before the server did is read, and nothing else', () => {
  const files = [{ path: 'b', was: 'b', text: 'mine', ...plain, isDeleted: false, baseCommitId: 'c0ffee' }];
  const draft = { files, message: 'Because', savedAt: '2026-01-02T03:04:05.000Z' };
  expect(parseOldIdeDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  expect(parseOldIdeDraft({ files: 1 })).toBeUndefined();
  expect(parseOldIdeDraft('text')).toBeUndefined();
});

import { expect, test } from 'vitest';
import { parseIdeDraft, draftOf } from './ide-draft.ts';
import { changedFiles } from './ide-file.ts';
import { ideReducer, type IdeEvent, type IdeState, NOTHING_OPEN, type OpenFile } from './ide-state.ts';

function file(path: string, facts: Partial<OpenFile> = {}): OpenFile {
  const base = { content: `${path}\n`, lastCommitId: 'c0ffee' };
  return { id: path, path, was: path, base, text: null, isDeleted: false, notice: null, ...facts };
}

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

test('what was based anew on nothing is made again', () => {
  const state = after(opened('a'), { type: 'written', id: 'a', text: 'mine' }, { type: 'based', id: 'a', base: null });
  expect(changes(state)).toEqual(['created a']);
});

test('a draft holds what changed alone, and what is no draft is not read', () => {
  const { files } = after(opened('a'), opened('b'), { type: 'written', id: 'b', text: 'mine' });
  const draft = draftOf(files, 'Because');
  expect(draft?.files).toEqual([{ path: 'b', was: 'b', text: 'mine', isDeleted: false, baseCommitId: 'c0ffee' }]);
  expect(parseIdeDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  expect(draftOf(after(opened('a')).files, '')).toBeNull();
  expect(parseIdeDraft({ files: [{ path: 1 }], savedAt: 'never' })).toBeUndefined();
  expect(parseIdeDraft('text')).toBeUndefined();
});

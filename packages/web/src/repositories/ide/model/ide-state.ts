import type { FileEditPageData } from '@tributary/contract/projects/repository-page.ts';
import { changeOf, type IdeBase, type IdeFile } from './ide-file.ts';

/** Why a file is not edited here; null for one that is. */
export type Notice = FileEditPageData['notice'];
export type OpenFile = IdeFile & { notice: Notice };

export type IdeState = {
  files: readonly OpenFile[];
  /** Ids of those that have a tab, in their order. */
  open: readonly string[];
  active: string | null;
};

export type IdeEvent =
  | { type: 'opened'; file: OpenFile }
  | { type: 'shown' | 'closed' | 'deleted' | 'reverted'; id: string }
  | { type: 'written'; id: string; text: string }
  | { type: 'renamed'; id: string; path: string }
  | { type: 'staged'; id: string; isStaged: boolean }
  | { type: 'replaced'; id: string; content: string; encoding: IdeFile['encoding'] }
  | { type: 'committed'; ids: readonly string[] }
  | { type: 'based'; id: string; base: IdeBase | null }
  | { type: 'began'; files: readonly OpenFile[] };

export const NOTHING_OPEN: IdeState = { files: [], open: [], active: null };

function change(state: IdeState, id: string, by: (file: OpenFile) => OpenFile): IdeState {
  return { ...state, files: state.files.map((file) => (file.id === id ? by(file) : file)) };
}

/** Without its tab; the one beside it is shown then. */
function withoutTab(state: IdeState, id: string): IdeState {
  const at = state.open.indexOf(id);
  if (at < 0) return state;
  const open = state.open.filter((each) => each !== id);
  const active = state.active === id ? (open[Math.min(at, open.length - 1)] ?? null) : state.active;
  return { ...state, open, active };
}

/** A file without a tab that is as the branch has it is not remembered. */
function withoutUnchanged(state: IdeState): IdeState {
  return { ...state, files: state.files.filter((file) => state.open.includes(file.id) || changeOf(file) !== null) };
}

function reverted(state: IdeState, id: string): IdeState {
  const file = state.files.find((each) => each.id === id);
  if (!file) return state;
  if (file.was === null) return withoutUnchanged(withoutTab(change(state, id, gone), id));
  const { was } = file;
  return withoutUnchanged(
    change(state, id, (each) => ({ ...each, path: was, text: null, encoding: 'text', isDeleted: false })),
  );
}

const gone = (file: OpenFile): OpenFile => ({ ...file, isDeleted: true });

export function ideReducer(state: IdeState, event: IdeEvent): IdeState {
  switch (event.type) {
    case 'opened': {
      const { file } = event;
      const known = state.files.some(({ id }) => id === file.id);
      const files = known ? state.files.map((each) => (each.id === file.id ? file : each)) : [...state.files, file];
      const open = state.open.includes(file.id) ? state.open : [...state.open, file.id];
      return { files, open, active: file.id };
    }
    case 'shown':
      return { ...state, active: event.id };
    case 'closed':
      return withoutUnchanged(withoutTab(state, event.id));
    case 'written':
      return change(state, event.id, (file) => ({ ...file, text: event.text }));
    case 'renamed':
      return change(state, event.id, (file) => ({ ...file, path: event.path }));
    case 'deleted':
      return withoutUnchanged(withoutTab(change(state, event.id, gone), event.id));
    case 'reverted':
      return reverted(state, event.id);
    case 'staged':
      return change(state, event.id, (file) => ({ ...file, isStaged: event.isStaged }));
    case 'replaced':
      return change(state, event.id, (file) => ({ ...file, text: event.content, encoding: event.encoding }));
    case 'committed': {
      const isLeft = (id: string) => !event.ids.includes(id);
      const open = state.open.filter(isLeft);
      const active = state.active !== null && isLeft(state.active) ? state.active : (open[0] ?? null);
      return { files: state.files.filter(({ id }) => isLeft(id)), open, active };
    }
    case 'based':
      return change(state, event.id, (file) => ({
        ...file,
        base: event.base,
        // A file that is gone from the branch is made again.
        was: event.base === null ? null : file.was,
      }));
    case 'began': {
      const first = event.files.find((file) => !file.isDeleted);
      const open = event.files.filter((file) => !file.isDeleted && file.text !== null).map(({ id }) => id);
      return { files: event.files, open, active: first && open.includes(first.id) ? first.id : (open[0] ?? null) };
    }
  }
}

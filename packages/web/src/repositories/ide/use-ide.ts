import type { IdePageData } from '@tributary/contract/projects/repository-page.ts';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import type { CodeEditorHandle } from '../editor/code-editor.tsx';
import { useFileDraft, useFoundDraft } from '../editor/use-file-draft.ts';
import { loadIdeFile, newId, readChosen, restoreIdeFile, untouched } from './load-ide-file.ts';
import { draftFilesOf, fieldsOfIde, type IdeDraft, ideOfFields, ideDraftScope } from './model/ide-draft.ts';
import { entryOf, type IdeEntryContext } from './model/ide-entry.ts';
import { type IdeFile, pathsNow, textOf } from './model/ide-file.ts';
import { useMergeRequestChanges } from './use-merge-request-changes.ts';
import { ideReducer, NOTHING_OPEN, type OpenFile } from './model/ide-state.ts';

/** Until what is being written is looked at: lists need not follow every letter. */
const LOOK_MS = 250;

export type Restoring = { state: 'none' | 'busy' | 'done' } | { state: 'failed'; problem: string };

/** All that is edited together on one branch, kept until it is committed or thrown away. */
export function useIde(data: IdePageData, onBranch: readonly string[]) {
  const { place, form } = data;
  const at = ideDraftScope(form.projectId, form.branch);
  const found = useFoundDraft(at, ideOfFields);
  const [kept, setKept] = useState<IdeDraft | null>(found);
  const [state, dispatch] = useReducer(ideReducer, NOTHING_OPEN);
  const [message, setMessage] = useState(kept?.message ?? '');
  const [opening, setOpening] = useState<{ path: string; problem: string | null } | null>(null);
  const [restoring, setRestoring] = useState<Restoring>({ state: kept?.files.length ? 'busy' : 'none' });
  const [editors] = useState(() => new Map<string, CodeEditorHandle>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** With what stands in the editors this very moment. */
  const filesNow = (): OpenFile[] =>
    state.files.map((file) => {
      const text = file.encoding === 'base64' ? undefined : editors.get(file.id)?.text();
      return text === undefined || text === textOf(file) ? file : { ...file, text };
    });
  const draft = useFileDraft(at, () =>
    restoring.state === 'busy' || restoring.state === 'failed'
      ? undefined
      : fieldsOfIde({ files: draftFilesOf(filesNow()), message }),
  );

  const look = useCallback(() => {
    clearTimeout(timer.current);
    for (const [id, editor] of editors) dispatch({ type: 'written', id, text: editor.text() });
  }, [editors]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const written = (): void => {
    draft.touch();
    clearTimeout(timer.current);
    timer.current = setTimeout(look, LOOK_MS);
  };

  const open = async (path: string): Promise<void> => {
    look();
    const known = state.files.find((file) => file.path === path && !file.isDeleted);
    if (known && (known.base !== null || known.was === null)) {
      setOpening(null);
      return dispatch({ type: 'opened', file: known });
    }
    setOpening({ path, problem: null });
    try {
      const loaded = await loadIdeFile(place.projectPath, form.branch, known?.was ?? path);
      dispatch({ type: 'opened', file: known ? { ...loaded, path: known.path } : loaded });
      setOpening(null);
    } catch (error) {
      setOpening({ path, problem: messageOf(error) });
    }
  };

  const restore = async (): Promise<void> => {
    if (kept === null || kept.files.length === 0) return;
    setRestoring({ state: 'busy' });
    try {
      const files = await Promise.all(kept.files.map((file) => restoreIdeFile(place.projectPath, form.branch, file)));
      dispatch({ type: 'began', files });
      setRestoring({ state: 'done' });
    } catch (error) {
      setRestoring({ state: 'failed', problem: messageOf(error) });
    }
  };
  const begin = useRef(async () => {
    await restore();
    if (data.path !== '' && !kept?.files.some((file) => file.was === data.path)) await open(data.path);
  });
  useEffect(() => void begin.current(), []);

  const mrChange = useMergeRequestChanges(place.projectPath, form);
  const now = useMemo(() => pathsNow(onBranch, state.files), [onBranch, state.files]);
  const context: IdeEntryContext = {
    projectPath: place.projectPath,
    branch: form.branch,
    ...state,
    openingPath: opening?.problem === null ? opening.path : null,
    mrChange,
  };
  return {
    state,
    editors,
    /** Path key → the file where something was done to it. */
    now,
    /** The file under a path key, as pages show it. */
    entry: (path: string) => entryOf(path, now.get(path) ?? null, context),
    opening,
    open,
    written,
    look,
    filesNow,
    at,
    message,
    messageSlot: { place: at, field: 'message' },
    setMessage: (text: string) => {
      setMessage(text);
      draft.touch();
    },
    restoring,
    restore,
    kept,
    create: (path: string) => {
      dispatch({ type: 'opened', file: { ...untouched(path), id: newId(), was: null, text: '' } });
      draft.touch();
    },
    /** A chosen file under this path, new or in place of what is there. Throws `AppError`. */
    upload: async (path: string, chosen: File): Promise<void> => {
      look();
      const { content, encoding } = await readChosen(chosen);
      const file = now.has(path)
        ? (state.files.find((each) => each.path === path && !each.isDeleted) ??
          (await loadIdeFile(place.projectPath, form.branch, path)))
        : { ...untouched(path), id: newId(), was: null };
      const notice: OpenFile['notice'] = encoding === 'base64' ? 'binary' : null;
      dispatch({ type: 'closed', id: file.id });
      dispatch({ type: 'opened', file: { ...file, text: content, encoding, notice } });
      draft.touch();
    },
    stage: (file: IdeFile, isStaged: boolean) => {
      dispatch({ type: 'staged', id: file.id, isStaged });
      draft.touch();
    },
    /** Of files that are not open too: they need not be read for it. */
    rename: (path: string, to: string) => {
      look();
      const known = state.files.find((file) => file.path === path && !file.isDeleted);
      if (!known) dispatch({ type: 'opened', file: untouched(path) });
      dispatch({ type: 'renamed', id: known?.id ?? path, path: to });
      if (!known) dispatch({ type: 'closed', id: path });
      draft.touch();
    },
    remove: (path: string) => {
      look();
      const known = state.files.find((file) => file.path === path && !file.isDeleted);
      if (!known) dispatch({ type: 'opened', file: untouched(path) });
      dispatch({ type: 'deleted', id: known?.id ?? path });
      draft.touch();
    },
    revert: (file: OpenFile) => {
      editors.get(file.id)?.replace(file.base?.content ?? '');
      clearTimeout(timer.current);
      dispatch({ type: 'reverted', id: file.id });
      draft.touch();
    },
    show: (id: string) => {
      look();
      setOpening(null);
      dispatch({ type: 'shown', id });
    },
    close: (id: string) => {
      look();
      dispatch({ type: 'closed', id });
    },
    settle: (id: string, base: OpenFile['base'], text: string) => {
      editors.get(id)?.replace(text);
      dispatch({ type: 'based', id, base });
      dispatch({ type: 'written', id, text });
      draft.touch();
    },
    /** These are on the branch; the others stay. */
    committed: (ids: readonly string[]) => {
      clearTimeout(timer.current);
      dispatch({ type: 'committed', ids });
      setMessage('');
      draft.replace(
        fieldsOfIde({ files: draftFilesOf(filesNow().filter(({ id }) => !ids.includes(id))), message: '' }),
      );
    },
    /** All of it is thrown away, or committed. */
    forget: (isCommitted: boolean) => {
      clearTimeout(timer.current);
      dispatch({ type: 'began', files: [] });
      setMessage('');
      setKept(null);
      setRestoring({ state: 'none' });
      draft.clear(isCommitted);
    },
  };
}

export type Ide = ReturnType<typeof useIde>;

import { useCallback, useMemo } from 'react';
import { usePageUrl, useShell } from '../../app/navigation.tsx';
import { patchPreferences } from '../../app/preferences.ts';
import { readCookie, writeCookie } from '../../lib/cookies.ts';
import { parseBoolean, parseOneOf, useStored } from '../../lib/storage.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import type { DiffParams } from '../queries.ts';

const VIEW_COOKIE = 'diff_view';
const WHITESPACE_COOKIE = 'diff_whitespace';
const FILE_BY_FILE_KEY = 'view_diffs_file_by_file';

const parseView = parseOneOf('inline', 'parallel');

/** Two sides need this much room; below it the lines are shown inline. */
export const TWO_SIDES_QUERY = '(min-width: 900px)';

export type ViewSettings = {
  /** What is chosen, which is not always what is shown. */
  view: DiffParams['view'];
  setView: (view: DiffParams['view']) => void;
  hasRoomForTwo: boolean;
  showsWhitespace: boolean;
  setWhitespace: (isShown: boolean) => void;
  isFileByFile: boolean;
  setFileByFile: (isOn: boolean) => void;
};

type Preferences = Readonly<Record<string, unknown>> | undefined;

function wantedView(named: string | null, preferences: Preferences): DiffParams['view'] {
  return parseView(named) ?? parseView(preferences?.['diff_view']) ?? parseView(readCookie(VIEW_COOKIE)) ?? 'inline';
}

function wantsWhitespace(named: string | null, preferences: Preferences): boolean {
  if (named !== null) return named !== '1';
  const preferred = preferences?.['show_whitespace_in_diffs'];
  if (typeof preferred === 'boolean') return preferred;
  return readCookie(WHITESPACE_COOKIE) !== '1';
}

/** How changes are shown: what the address names, else what this user or this device last chose. */
export function useViewSettings(): ViewSettings {
  const { search, renameSearch } = usePageUrl();
  const { viewer } = useShell();
  const hasRoomForTwo = useMediaQuery(TWO_SIDES_QUERY);
  const [storedByFile, storeByFile] = useStored(FILE_BY_FILE_KEY, false, parseBoolean);
  const preferences: Preferences = viewer?.preferences;
  const preferredByFile = preferences?.['view_diffs_file_by_file'];
  const view = wantedView(search.get('view'), preferences);
  const showsWhitespace = wantsWhitespace(search.get('w'), preferences);
  const isFileByFile = typeof preferredByFile === 'boolean' ? preferredByFile : storedByFile;

  const setView = useCallback(
    (next: DiffParams['view']) => {
      writeCookie(VIEW_COOKIE, next);
      patchPreferences({ diff_view: next });
      renameSearch({ view: next }, { replace: true, keepHash: true });
    },
    [renameSearch],
  );
  const setWhitespace = useCallback(
    (isShown: boolean) => {
      writeCookie(WHITESPACE_COOKIE, isShown ? '0' : '1');
      patchPreferences({ show_whitespace_in_diffs: isShown });
      renameSearch({ w: isShown ? '0' : '1' }, { replace: true, keepHash: true });
    },
    [renameSearch],
  );
  const setFileByFile = useCallback(
    (isOn: boolean) => {
      storeByFile(isOn);
      patchPreferences({ view_diffs_file_by_file: isOn });
      if (!isOn) renameSearch({ file: null }, { replace: true, keepHash: true });
    },
    [storeByFile, renameSearch],
  );
  return useMemo(
    () => ({ view, setView, hasRoomForTwo, showsWhitespace, setWhitespace, isFileByFile, setFileByFile }),
    [view, setView, hasRoomForTwo, showsWhitespace, setWhitespace, isFileByFile, setFileByFile],
  );
}

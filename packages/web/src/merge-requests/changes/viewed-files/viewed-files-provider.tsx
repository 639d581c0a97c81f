import type { ViewedFiles } from '@tributary/contract/merge-requests/viewed-files.ts';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useAnswer } from '../../../lib/answers.ts';
import { messageOf } from '../../../lib/app-error.ts';
import { boundHotkeys, PLUGGED_HOTKEYS } from '../../../app/hotkey-catalogue.ts';
import { useHotkeys } from '../../../lib/hotkeys.ts';
import { isEventOrReconnect, useRealtime } from '../../../lib/realtime.ts';
import { type Changes, useChanges } from '../changes-context.ts';
import { PressedFiles } from './pressed-files.ts';
import { ViewedFilesStore } from './viewed-files-store.ts';
import { reviewedFiles, saveViewed } from './viewed-files-queries.ts';

export type Reviewed = {
  marks: ViewedFilesStore;
  toggle: (hash: string) => void;
  /** Given from when the marks could not be had until they are there. */
  onRetry: (() => Promise<void>) | null;
};

const ReviewedContext = createContext<Reviewed | null>(null);

/** Null for readers without marks: signed out. */
export function useViewedFiles(): Reviewed | null {
  return use(ReviewedContext);
}

const never = () => () => undefined;

/** Draws again with every change of the marks. */
export function useViewedHashes(reviewed: Reviewed | null): ReadonlySet<string> | null {
  return useSyncExternalStore(reviewed?.marks.subscribe ?? never, () => reviewed?.marks.hashes ?? null);
}

function focusedFile(): string | null {
  const card = document.activeElement?.closest<HTMLElement>('[id^="diff-content-"]');
  return card ? card.id.replace('diff-content-', '') : null;
}

/**
 * A file that was just folded must not leave the reader in the middle of a later one. What had the keyboard within it may
 * be gone: then the mark gets it, which takes itself back.
 */
function keepInSight(hash: string, hadKeyboard: boolean): void {
  const card = document.getElementById(`diff-content-${hash}`);
  if (card && card.getBoundingClientRect().top < 0) card.scrollIntoView();
  if (hadKeyboard && focusedFile() !== hash) card?.querySelector('input')?.focus();
}

/** What this browser remembers by itself is not needed for the first view. */
const importBrowserMap = () => import('./browser-map.ts');

const isWhole = ({ params }: Changes) =>
  !params.start_sha && !params.commit_id && !params.diff_head && !params.only_context_commits;

function applyPressed(marks: ViewedFilesStore, pressed: PressedFiles): void {
  for (const [hash, isReviewed] of pressed.wanted()) marks.set(hash, isReviewed);
}

/**
 * Ticks and folds at once, then asks the server; what was refused is undone and said in the file. A press counts more than
 * answers until one was asked for after it was saved, by `refetch`.
 */
function useToggle(
  path: string,
  changes: Changes,
  { marks, pressed }: { marks: ViewedFilesStore; pressed: PressedFiles },
  refetch: () => Promise<unknown>,
) {
  const { params, views } = changes;
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback(
    (hash: string) => {
      if (!marks.isLoaded || marks.isUncounted(hash)) return;
      const isReviewed = !marks.has(hash);
      const press = pressed.press(hash, isReviewed);
      marks.set(hash, isReviewed);
      views.patch(hash, { problem: null });
      const hadKeyboard = focusedFile() === hash;
      views.fold(hash, isReviewed ? 'fold' : 'open');
      requestAnimationFrame(() => keepInSight(hash, hadKeyboard));
      // One after the other, so that the last press is also the last that the server hears.
      const save = async (): Promise<void> => {
        try {
          await saveViewed(path, params, [{ file_hash: hash, reviewed: isReviewed }]);
          // Nothing waits for this: the next press is sent meanwhile.
          if (pressed.isSaved(press)) void refetch().then(() => pressed.isDone(press));
        } catch (error) {
          const saved = pressed.hasFailed(press);
          if (saved === null) return;
          marks.set(hash, saved);
          views.fold(hash, 'open');
          views.patch(hash, { problem: `The viewed state could not be saved. ${messageOf(error)}` });
        }
      };
      queue.current = queue.current.then(save);
    },
    [path, params, views, marks, pressed, refetch],
  );
}

/** Folds what is ticked before it is read, and takes what the browser alone knows. */
async function takeAnswer(
  path: string,
  changes: Changes,
  { marks, pressed }: { marks: ViewedFilesStore; pressed: PressedFiles },
  answer: ViewedFiles,
): Promise<void> {
  const isFirst = !marks.isLoaded;
  marks.replace(answer);
  applyPressed(marks, pressed);
  const { mergeRequest, metadata, params, views } = changes;
  const fold = () => {
    if (!isFirst) return;
    for (const hash of marks.hashes) if (views.get(hash).collapse === null) views.fold(hash, 'fold_by_itself');
  };
  fold();
  if (!mergeRequest || !isWhole(changes)) return;
  const { takeBrowserMap } = await importBrowserMap();
  const taken = takeBrowserMap(mergeRequest.paths.overview, metadata.diff_files);
  const unknown = taken.filter((hash) => !marks.has(hash));
  if (unknown.length === 0) return;
  const files = unknown.slice(0, 1_000).map((hash) => ({ file_hash: hash, reviewed: true }));
  marks.replace(await saveViewed(path, params, files));
  applyPressed(marks, pressed);
  fold();
}

function useMirror(changes: Changes, reviewed: Reviewed): void {
  const hashes = useViewedHashes(reviewed);
  const { mergeRequest, metadata } = changes;
  const isMirrored = isWhole(changes);
  const { isLoaded } = reviewed.marks;
  useEffect(() => {
    if (!mergeRequest || !isMirrored || !isLoaded || !hashes) return;
    void importBrowserMap().then(
      ({ mirrorToBrowser }) => mirrorToBrowser(mergeRequest.paths.overview, metadata.diff_files, hashes),
      () => undefined,
    );
  }, [mergeRequest, metadata, isMirrored, isLoaded, hashes]);
}

const keptFor = (views: Changes['views']) => ({
  views,
  marks: new ViewedFilesStore(),
  pressed: new PressedFiles(),
  isLost: false,
});

function SignedIn({ path, children }: { path: string; children: ReactNode }) {
  const changes = useChanges();
  const { params, views, mergeRequest, current } = changes;
  const [kept, setKept] = useState(() => keptFor(views));
  if (kept.views !== views) setKept(keptFor(views));
  const { marks } = kept;
  const { data, error, refetch } = useAnswer(reviewedFiles(path, params));
  const isLost = !data && (kept.isLost || error !== null);
  if (isLost !== kept.isLost) setKept({ ...kept, isLost });
  useEffect(() => {
    // What the browser remembers is a courtesy: without it the marks of the server stand.
    if (data) takeAnswer(path, changes, kept, data).catch(() => undefined);
    // The answer is taken when it comes, not when the page around it is drawn.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data, marks]);
  useRealtime(mergeRequest?.review.ownTopic ?? null, (message) => {
    if (isEventOrReconnect('merge_request.files_reviewed', message)) void refetch();
  });
  const toggle = useToggle(path, changes, kept, refetch);
  const reviewed = useMemo(
    () => ({ marks, toggle, onRetry: isLost ? refetch : null }),
    [marks, toggle, isLost, refetch],
  );
  useMirror(changes, reviewed);
  const toggleHere = () => {
    const hash = focusedFile() ?? current.get();
    if (hash !== null) toggle(hash);
  };
  useHotkeys(boundHotkeys(PLUGGED_HOTKEYS, { 'diff.reviewed': toggleHere }));
  return <ReviewedContext value={reviewed}>{children}</ReviewedContext>;
}

/** Marks of the reader on the shown files, the same in all windows and on all devices. */
export function ViewedFilesProvider({ children }: { children: ReactNode }) {
  const path = useChanges().mergeRequest?.review.reviewedPath ?? null;
  return path === null ? children : <SignedIn path={path}>{children}</SignedIn>;
}

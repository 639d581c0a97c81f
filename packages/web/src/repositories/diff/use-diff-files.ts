import type { DiffFileView, DiffListView } from '@tributary/contract/projects/repository-diff.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { fetchDiffFiles } from '../queries.ts';

/** The highlighter needs about this long for what it sees for the first time. */
const COLOURS_MS = 1_500;

export type DiffFiles = {
  files: readonly DiffFileView[];
  moreHref: string | null;
  problem: string | null;
  load: () => Promise<void>;
  /** Puts a file that was kept back in its place; what goes wrong is said there. */
  show: (file: DiffFileView) => Promise<void>;
};

const isColourless = (file: DiffFileView): boolean => file.isPlain && file.lines.length > 0;

/** Colours that were not ready come with a second look; once, since some files never get any. */
function useColours(diff: DiffListView): void {
  const isPlain = diff.files.some(isColourless);
  useEffect(() => {
    if (!isPlain) return undefined;
    const timer = setTimeout(() => {
      // Without colours all is there; a failure is not worth a word.
      reloadPage().catch(() => undefined);
    }, COLOURS_MS);
    return () => clearTimeout(timer);
    // Only for the page as it came first.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

/** The files that came without colours, once more when those are there; what came with all it has stays. */
function useSecondLook() {
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const waiting = timers.current;
    return () => waiting.forEach(clearTimeout);
  }, []);
  return useCallback(
    (href: string, files: readonly DiffFileView[], take: (coloured: ReadonlyMap<string, DiffFileView>) => void) => {
      const plain = new Set(files.filter(isColourless).map(({ fileHash }) => fileHash));
      if (plain.size === 0) return;
      const look = async () => {
        const again = (await fetchDiffFiles(href)).files.filter((file) => !file.isPlain && plain.has(file.fileHash));
        if (again.length > 0) take(new Map(again.map((file) => [file.fileHash, file])));
      };
      timers.current.add(setTimeout(() => void look().catch(() => undefined), COLOURS_MS));
    },
    [],
  );
}

/** Files of a diff: the first come with the page, the others by address. */
export function useDiffFiles(diff: DiffListView): DiffFiles {
  const [more, setMore] = useState<{ files: readonly DiffFileView[]; moreHref: string | null }>({
    files: [],
    moreHref: diff.moreHref,
  });
  const [problem, setProblem] = useState<string | null>(null);
  const isBusy = useRef(false);
  useColours(diff);
  const lookAgain = useSecondLook();
  const load = async (): Promise<void> => {
    const { moreHref: href } = more;
    if (href === null || isBusy.current) return;
    isBusy.current = true;
    setProblem(null);
    try {
      const next = await fetchDiffFiles(href);
      setMore({ files: [...more.files, ...next.files], moreHref: next.moreHref });
      lookAgain(href, next.files, (coloured) =>
        setMore((now) => ({ ...now, files: now.files.map((file) => coloured.get(file.fileHash) ?? file) })),
      );
    } catch (error) {
      setProblem(messageOf(error));
    }
    isBusy.current = false;
  };
  const [asked, setAsked] = useState<ReadonlyMap<string, DiffFileView>>(new Map());
  const show = useCallback(
    async ({ fold, fileHash }: DiffFileView): Promise<void> => {
      if (!fold) return;
      const [whole] = (await fetchDiffFiles(fold.href)).files;
      // What was rewritten since may be gone.
      if (whole?.fileHash !== fileHash) throw new Error('the file is not there any more');
      const put = (file: DiffFileView) => setAsked((before) => new Map(before).set(fold.href, file));
      put(whole);
      lookAgain(fold.href, [whole], (coloured) => put(coloured.get(fileHash) ?? whole));
    },
    [lookAgain],
  );
  const files = useMemo(
    () => [...diff.files, ...more.files].map((file) => asked.get(file.fold?.href ?? '') ?? file),
    [diff.files, more.files, asked],
  );
  return { files, moreHref: more.moreHref, problem, load, show };
}

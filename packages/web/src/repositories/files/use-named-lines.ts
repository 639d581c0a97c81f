import { useCallback, useEffect, useMemo, useRef } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { linesHash, parseDiffHash } from '../../ui/diff/diff-hash.ts';
import { scrollToElement } from '../../ui/diff/scroll-to-element.ts';
import type { SelectedLines } from '../../ui/diff/use-selected-lines.ts';
import type { NamedWithin } from '../diff/diff-parts.ts';

type Shown = {
  /** Hashes of the files that are there. */
  isThere: (fileHash: string) => boolean;
  open: (fileHash: string) => void;
  /** Brings what is kept back of a file; null where nothing is. */
  show: (fileHash: string) => Promise<void> | null;
  /** Loads the next files; null where there are none, or they could not be had. */
  loadMore: (() => Promise<void>) | null;
  /** What else the address names within a file; null where it names lines, or nothing of a file. */
  within: NamedWithin | null;
};

export type NamedLines = {
  fileHash: string | null;
  /** The lines that the address names; the same object as long as it names the same. */
  lines: SelectedLines | null;
  /** Puts lines into the address; the page stays where it is. */
  name: (lines: SelectedLines) => void;
};

/** A file that is not among the first parts is not looked for in all of a long comparison. */
const MOST_PARTS = 20;

/** The file or the lines that the address names: they are loaded, opened and gone to once for each that it comes to name. */
export function useNamedLines({ isThere, open, show, loadMore, within }: Shown): NamedLines {
  const { url, renameHash } = usePageUrl();
  const hash = url.hash.slice(1);
  const inFile = within?.hash === hash ? within.fileHash : null;
  const target = useMemo(() => parseDiffHash(hash), [hash]);
  const lines = useMemo(() => (target?.type === 'lines' ? { from: target.from, to: target.to } : null), [target]);
  const known = useRef('');
  const asked = useRef({ hash: '', parts: 0 });
  const fileHash = target?.fileHash ?? inFile;
  // Where it is, may become known later.
  const wish = inFile === null ? hash : `${hash} in ${inFile}`;
  const isHere = fileHash !== null && isThere(fileHash);
  useEffect(() => {
    if (wish === known.current) return;
    if (fileHash === null) {
      known.current = wish;
      return;
    }
    if (!isHere) {
      if (asked.current.hash !== hash) asked.current = { hash, parts: 0 };
      if (loadMore && asked.current.parts++ < MOST_PARTS) void loadMore();
      return;
    }
    known.current = wish;
    const isWithin = lines !== null || inFile !== null;
    if (isWithin) open(fileHash);
    const goTo = (place: string) => scrollToElement(place, { focus: true });
    const place = lines?.from ?? (inFile === null ? fileHash : hash);
    const coming = isWithin ? show(fileHash) : null;
    // Without its lines the file is gone to, where they can be asked for again.
    if (coming) {
      // Unless another place was named meanwhile.
      const goOn = (to: string) => known.current === wish && void goTo(to);
      void coming.then(
        () => goOn(place),
        () => goOn(fileHash),
      );
    } else void goTo(place);
  });
  const name = useCallback(
    ({ from, to }: SelectedLines) => {
      known.current = linesHash(from, to);
      renameHash(known.current);
    },
    [renameHash],
  );
  return { fileHash, lines, name };
}

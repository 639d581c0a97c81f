import { useCallback, useEffect, useMemo, useRef } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { linesHash, parseDiffHash } from '../../ui/diff/diff-hash.ts';
import { scrollToElement } from '../../ui/diff/scroll-to-element.ts';
import type { SelectedLines } from '../../ui/diff/use-selected-lines.ts';

type Shown = {
  /** Hashes of the files that are there. */
  isThere: (fileHash: string) => boolean;
  open: (fileHash: string) => void;
  /** Loads the next files; null where there are none, or they could not be had. */
  loadMore: (() => Promise<void>) | null;
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
export function useNamedLines({ isThere, open, loadMore }: Shown): NamedLines {
  const { url, renameHash } = usePageUrl();
  const hash = url.hash.slice(1);
  const target = useMemo(() => parseDiffHash(hash), [hash]);
  const lines = useMemo(() => (target?.type === 'lines' ? { from: target.from, to: target.to } : null), [target]);
  const known = useRef('');
  const asked = useRef({ hash: '', parts: 0 });
  const fileHash = target?.fileHash ?? null;
  const isHere = fileHash !== null && isThere(fileHash);
  useEffect(() => {
    if (hash === known.current) return;
    if (fileHash === null) {
      known.current = hash;
      return;
    }
    if (!isHere) {
      if (asked.current.hash !== hash) asked.current = { hash, parts: 0 };
      if (loadMore && asked.current.parts++ < MOST_PARTS) void loadMore();
      return;
    }
    known.current = hash;
    if (lines) open(fileHash);
    void scrollToElement(lines?.from ?? fileHash, { focus: true });
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

import { copyText } from '../../lib/copy.ts';
import { toast } from '../toast.tsx';
import { linesHash, numbersOf } from './diff-hash.ts';
import { walkerOf } from './diff-walker.ts';
import type { SelectedLines } from './use-selected-lines.ts';

/** Grows with every line of a file, whichever side it is on. */
function placeOf(lineCode: string): number {
  const { oldLine, newLine } = numbersOf(lineCode) ?? { oldLine: 0, newLine: 0 };
  return oldLine + newLine;
}

function inOrder(one: string, other: string): SelectedLines {
  return placeOf(one) <= placeOf(other) ? { from: one, to: other } : { from: other, to: one };
}

/** The address of these lines in the comparison that is shown goes to the clipboard. */
export async function copyLinesLink({ from, to }: SelectedLines, addressOf: CurrentLines['addressOf']): Promise<void> {
  const hash = linesHash(from, to);
  const address = new URL(addressOf?.(hash) ?? `#${hash}`, window.location.href);
  const isCopied = await copyText(address.href);
  if (!isCopied) toast({ text: 'The browser did not allow copying.', tone: 'failed' });
  else toast({ text: from === to ? 'Link to the line copied.' : 'Link to the lines copied.' });
}

export type CurrentLines = {
  /** The diff that the keyboard is in, or that is read. */
  diff: Element | null | undefined;
  /** Lines of it that the address names. */
  selected: SelectedLines | null;
  /** Puts lines into the address and marks them. */
  name: (lines: SelectedLines) => void;
  /** Where a hash leads to; left out, to what the address says. */
  addressOf?: (hash: string) => string;
};

/** Of the line that the keyboard is on, or of all from the one named before to it; the address names them too. */
export async function copyCurrentLink(
  { diff, selected, name, addressOf }: CurrentLines,
  isRange: boolean,
): Promise<void> {
  const lineCode = walkerOf(diff)?.lineCode() ?? null;
  let lines = selected;
  if (lineCode !== null)
    lines = isRange && selected ? inOrder(selected.from, lineCode) : { from: lineCode, to: lineCode };
  if (!lines) {
    toast({ text: 'Select a line first. Click its number, or move to it with the keyboard.' });
    return;
  }
  name(lines);
  await copyLinesLink(lines, addressOf);
}

import { copyText } from '../../lib/copy.ts';
import { walkerOf } from '../../ui/diff/diff-walker.ts';
import { toast } from '../../ui/toast.tsx';
import type { SelectedLines } from '../../ui/diff/use-selected-lines.ts';
import type { Changes } from './changes-context.ts';
import { linesHash, numbersOf } from './model/diff-hash.ts';
import { fileHashOf } from './reading-place.ts';

/** Grows with every line of a file, whichever side it is on. */
function placeOf(lineCode: string): number {
  const { oldLine, newLine } = numbersOf(lineCode) ?? { oldLine: 0, newLine: 0 };
  return oldLine + newLine;
}

function inOrder(one: string, other: string): SelectedLines {
  return placeOf(one) <= placeOf(other) ? { from: one, to: other } : { from: other, to: one };
}

/** The address of these lines in the comparison that is shown goes to the clipboard. */
export async function copyLinesLink({ from, to }: SelectedLines): Promise<void> {
  const address = new URL(window.location.href);
  address.hash = linesHash(from, to);
  const isCopied = await copyText(address.href);
  if (!isCopied) toast({ text: 'The browser did not allow copying.', tone: 'failed' });
  else toast({ text: from === to ? 'Link to the line copied.' : 'Link to the lines copied.' });
}

/** Of the line that the keyboard is on, or of all from the one named before to it; the address names them too. */
export async function copyCurrentLink(
  { current, views, nameLines }: Pick<Changes, 'current' | 'views' | 'nameLines'>,
  isRange: boolean,
): Promise<void> {
  const fileHash = fileHashOf(document.activeElement) ?? current.get() ?? '';
  const diff = document.getElementById(`diff-content-${fileHash}`)?.querySelector('[data-diff]');
  const { selected } = views.get(fileHash);
  const lineCode = walkerOf(diff)?.lineCode() ?? null;
  let lines = selected;
  if (lineCode !== null)
    lines = isRange && selected ? inOrder(selected.from, lineCode) : { from: lineCode, to: lineCode };
  if (!lines) {
    toast({ text: 'Choose a line first: press its number, or go to it with the keyboard.' });
    return;
  }
  nameLines(fileHash, lines);
  await copyLinesLink(lines);
}

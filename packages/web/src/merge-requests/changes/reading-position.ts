import type { LineNumbers } from './model/nearest-line.ts';

/** Where on the screen something of a file is being read; `line` where it is one. */
export type ReadingPosition = { fileHash: string; elementId: string; top: number; line: LineNumbers | null };

export function numbersIn(row: Element): LineNumbers {
  const on = (side: 'old' | 'new') => {
    const number = row.querySelector(`td.dn[data-side="${side}"]`)?.getAttribute('data-n');
    return number == null ? null : Number(number);
  };
  return { oldLine: on('old'), newLine: on('new') };
}

/** Below the bars and the header of the file. */
function readingLine(): number {
  const style = getComputedStyle(document.documentElement);
  const bar = Number.parseInt(style.getPropertyValue('--bar'), 10) || 48;
  return bar + 44 + 40;
}

function elementAt(y: number): Element | null {
  const list = document.getElementById('changed-files');
  if (!list) return null;
  const { left, width } = list.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, y);
}

export function fileHashOf(element: Element | null): string | null {
  return element?.closest('section[id^="diff-content-"]')?.id.replace('diff-content-', '') ?? null;
}

/** The file whose lines are being read; null above and below all files. */
export function currentFileHash(): string | null {
  const line = readingLine();
  // Between two files there is a gap.
  return fileHashOf(elementAt(line)) ?? fileHashOf(elementAt(line + 24));
}

/** The topmost line in view, else the file; null when no file is in view. */
export function readingPosition(): ReadingPosition | null {
  const line = readingLine();
  for (let y = line; y < window.innerHeight; y += 20) {
    const element = elementAt(y);
    const fileHash = fileHashOf(element);
    if (fileHash === null) continue;
    const row = element?.closest('tr.dr[id]') ?? null;
    const shown = row ?? document.getElementById(`diff-content-${fileHash}`);
    if (!shown) return null;
    if (!row && y < line + 200) continue;
    return { fileHash, elementId: shown.id, top: shown.getBoundingClientRect().top, line: row && numbersIn(row) };
  }
  return null;
}

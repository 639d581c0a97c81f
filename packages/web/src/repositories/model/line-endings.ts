/** How the lines of a text end, so that editing changes only what is edited. */
export type LineSeparator = '\n' | '\r\n' | '\r';

/**
 * The one separator to split by. A text with several kinds is split at line feeds; its other ends stay in the lines as
 * characters and are written back.
 */
export function separatorOf(text: string): LineSeparator {
  const crlf = text.split('\r\n').length - 1;
  const lf = text.split('\n').length - 1 - crlf;
  const cr = text.split('\r').length - 1 - crlf;
  if (crlf > 0 && lf === 0 && cr === 0) return '\r\n';
  if (cr > 0 && lf === 0 && crlf === 0) return '\r';
  return '\n';
}

/** Tabs, or the smallest number of spaces that lines are indented by. */
export function indentOf(text: string): string {
  const widths = new Map<number, number>();
  let tabs = 0;
  let last = 0;
  for (const line of text.split(/\r\n|\r|\n/, 2_000)) {
    if (line.startsWith('\t')) tabs += 1;
    const spaces = /^ *(?=\S)/.exec(line)?.[0].length;
    if (spaces === undefined) continue;
    const step = Math.abs(spaces - last);
    if (step === 2 || step === 4 || step === 8) widths.set(step, (widths.get(step) ?? 0) + 1);
    last = spaces;
  }
  const [best] = [...widths].toSorted((a, b) => b[1] - a[1]);
  if (tabs > (best?.[1] ?? 0)) return '\t';
  return ' '.repeat(best?.[0] ?? 2);
}

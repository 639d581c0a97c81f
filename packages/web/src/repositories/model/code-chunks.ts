/** Lines of one piece: enough that 10,000 lines are 50 pieces, few enough that one piece paints at once. */
export const CHUNK_LINES = 200;
export const LINE_PX = 20;

/** The lines `[from, to)` as HTML, numbered from `firstLine`. `lines` are safe HTML made by the server. */
export function chunkHtml(lines: readonly string[], from: number, to: number, firstLine = 1): string {
  let html = '';
  for (let at = from; at < Math.min(to, lines.length); at++) {
    const number = at + firstLine;
    // The line end belongs to the line, so that copied text has it.
    html += `<span class="cl" id="L${number}"><a class="cn" href="#L${number}" data-n="${number}" tabindex="-1" aria-label="Line ${number}"></a><span class="ct">${lines[at]}\n</span></span>`;
  }
  return html;
}

/** The number of the line that this is in, or null. */
export function lineAt(target: EventTarget | null): number | null {
  const link = target instanceof Element ? target.closest<HTMLElement>('.cn') : null;
  const number = Number(link?.dataset['n']);
  return Number.isInteger(number) && number > 0 ? number : null;
}

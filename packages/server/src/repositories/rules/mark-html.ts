export type MarkRange = { start: number; end: number };

const OPEN = '<mark class="idiff">';
const CLOSE = '</mark>';

/**
 * Puts marks around ranges of a line's text (UTF-16 units) in the HTML that shows it. Tags stay whole: a mark is closed
 * before one and opened again after it. An entity counts as the one character it stands for.
 */
export function markHtml(html: string, ranges: readonly MarkRange[]): string {
  if (ranges.length === 0) return html;
  let out = '';
  let offset = 0;
  let range = 0;
  let isOpen = false;
  for (let at = 0; at < html.length;) {
    const end = tokenEnd(html, at);
    const token = html.slice(at, end);
    at = end;
    if (token.startsWith('<')) {
      if (isOpen) out += CLOSE;
      isOpen = false;
      out += token;
      continue;
    }
    while (range < ranges.length && offset >= (ranges[range]?.end ?? 0)) range += 1;
    const current = ranges[range];
    const isInside = current !== undefined && offset >= current.start && offset < current.end;
    if (isInside !== isOpen) out += isInside ? OPEN : CLOSE;
    isOpen = isInside;
    out += token;
    offset += token.length > 1 && token.startsWith('&') ? 1 : token.length;
  }
  return isOpen ? out + CLOSE : out;
}

/** One tag, one entity or one UTF-16 unit. */
function tokenEnd(html: string, at: number): number {
  const char = html[at];
  if (char === '<') return html.indexOf('>', at) + 1 || html.length;
  if (char === '&') {
    const end = html.indexOf(';', at);
    if (end > at && end - at <= 10) return end + 1;
  }
  return at + 1;
}

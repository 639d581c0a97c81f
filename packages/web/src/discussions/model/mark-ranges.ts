type Range = { start: number; end: number };

const ENTITY = /&(?:#\d+|#x[0-9a-f]+|[a-z]+\d*);/iy;

/** Length of what stands at a place of safe HTML, and how many letters of the text it is: tags are none. */
function pieceAt(html: string, at: number): { length: number; letters: number } {
  if (html[at] === '<') {
    const end = html.indexOf('>', at);
    return { length: (end < 0 ? html.length : end + 1) - at, letters: 0 };
  }
  if (html[at] !== '&') return { length: 1, letters: 1 };
  ENTITY.lastIndex = at;
  const [entity = '&'] = ENTITY.exec(html) ?? [];
  const code = /^&#(x?)([0-9a-f]+);$/i.exec(entity);
  const isPair = code !== null && Number.parseInt(code[2] ?? '', code[1] ? 16 : 10) > 0xff_ff;
  return { length: entity.length, letters: isPair ? 2 : 1 };
}

/**
 * Wraps parts of a line's text, [start, end) in UTF-16 units, in `<mark>`. The line is safe HTML made by the server; the
 * marks are closed before each of its tags and opened again after it, so that both nest.
 */
export function markRanges(html: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return html;
  let [out, letters, next, isOpen] = ['', 0, 0, false];
  const open = '<mark class="idiff">';
  for (let at = 0; at < html.length;) {
    const { length, letters: count } = pieceAt(html, at);
    const isTag = count === 0;
    const range = ranges[next];
    const isInside = !isTag && range !== undefined && letters >= range.start && letters < range.end;
    if (isOpen && !isInside) out += '</mark>';
    if (!isOpen && isInside) out += open;
    isOpen = isInside;
    out += html.slice(at, at + length);
    at += length;
    letters += count;
    while (ranges[next] !== undefined && letters >= (ranges[next]?.end ?? 0)) next += 1;
  }
  return isOpen ? `${out}</mark>` : out;
}

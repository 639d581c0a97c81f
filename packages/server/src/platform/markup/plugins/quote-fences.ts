import type { MarkdownIt, StateBlock } from 'markdown-it';

const OPENER = /^(>{3,})[ \t]*(\[![a-z]+\].*)?$/i;
const CODE_FENCE = /^ {0,3}(```|~~~)/;

/** Lines of `>>>` around a quote, so that not every line of it needs a mark. With `[!note]` behind it is an alert. */
export function quoteFences(md: MarkdownIt): void {
  md.block.ruler.before('blockquote', 'quote_fence', quoteFence, { alt: ['paragraph', 'reference', 'list'] });
}

function quoteFence(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const opener = OPENER.exec(lineOf(state, startLine) ?? '');
  if (!opener?.[1]) return false;
  const end = findEnd(state, startLine, endLine, opener[1]);
  if (end === undefined) return false;
  if (silent) return true;
  const { parentType, lineMax } = state;
  state.parentType = 'blockquote';
  const open = state.push('blockquote_open', 'blockquote', 1);
  open.markup = opener[1];
  open.map = [startLine, end + 1];
  if (opener[2]) pushMarker(state, opener[2].trimEnd(), startLine);
  state.lineMax = end;
  state.md.block.tokenize(state, startLine + 1, end);
  state.lineMax = lineMax;
  state.parentType = parentType;
  state.push('blockquote_close', 'blockquote', -1).markup = opener[1];
  state.line = end + 1;
  return true;
}

/** Undefined for lines that belong to something further out, and for those indented as code. */
function lineOf(state: StateBlock, line: number): string | undefined {
  const indent = (state.sCount[line] ?? 0) - state.blkIndent;
  if (indent < 0 || indent >= 4) return undefined;
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd();
}

function findEnd(state: StateBlock, startLine: number, endLine: number, mark: string): number | undefined {
  let fence: string | undefined;
  for (let line = startLine + 1; line < endLine; line++) {
    if ((state.sCount[line] ?? 0) < state.blkIndent && !state.isEmpty(line)) return undefined;
    const text = lineOf(state, line) ?? '';
    const code = CODE_FENCE.exec(text)?.[1];
    if (code && (fence === undefined || fence === code)) fence = fence === undefined ? code : undefined;
    if (fence === undefined && text === mark) return line;
  }
  return undefined;
}

/** What the rule for alerts looks for. */
function pushMarker(state: StateBlock, marker: string, line: number): void {
  const map: [number, number] = [line, line + 1];
  state.push('paragraph_open', 'p', 1).map = map;
  const inline = state.push('inline', '', 0);
  inline.content = marker;
  inline.map = map;
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
}

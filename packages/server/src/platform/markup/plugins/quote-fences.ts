import type { MarkdownIt, StateBlock } from 'markdown-it';
import { quoteFenceEnds, quoteFenceOf } from '@tributary/contract/discussions/quote-fences.ts';

const finders = new WeakMap<StateBlock, ReturnType<typeof quoteFenceEnds>>();

/** Lines of `>>>` around a quote, so that not every line of it needs a mark. With `[!note]` behind it is an alert. */
export function quoteFences(md: MarkdownIt): void {
  md.block.ruler.before('blockquote', 'quote_fence', quoteFence, { alt: ['paragraph', 'reference', 'list'] });
}

function quoteFence(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const fence = quoteFenceOf(textOf(state, startLine) ?? '');
  if (!fence) return false;
  const { parentType, lineMax, level, blkIndent } = state;
  const find = finders.get(state) ?? quoteFenceEnds();
  finders.set(state, find);
  const place = { from: startLine + 1, to: endLine, name: `${parentType} ${level} ${blkIndent}` };
  const end = find(fence, place, (line) => textOf(state, line));
  if (end === undefined) return false;
  if (silent) return true;
  state.parentType = 'blockquote';
  const open = state.push('blockquote_open', 'blockquote', 1);
  open.markup = fence.mark;
  open.map = [startLine, end + 1];
  if (fence.alert) pushMarker(state, fence.alert, startLine);
  state.lineMax = end;
  state.md.block.tokenize(state, startLine + 1, end);
  state.lineMax = lineMax;
  state.parentType = parentType;
  state.push('blockquote_close', 'blockquote', -1).markup = fence.mark;
  state.line = end + 1;
  return true;
}

/** Null for lines that belong to something further out, and nothing for those indented as code. */
function textOf(state: StateBlock, line: number): string | null {
  const indent = (state.sCount[line] ?? 0) - state.blkIndent;
  if (indent < 0) return state.isEmpty(line) ? '' : null;
  if (indent >= 4) return '';
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
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

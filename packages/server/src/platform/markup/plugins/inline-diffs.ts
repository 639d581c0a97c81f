import type { MarkdownIt, StateInline } from 'markdown-it';
import { stateOf } from '../render-state.ts';

const ENDS: Record<string, string> = { '{+': '+}', '[+': '+]', '{-': '-}', '[-': '-]' };
/** A mark that is not closed within this is text. UTF-16 units. */
const MAX_CHARS = 1_000;

/** `{+ added +}` and `{- removed -}`, also with square brackets. */
export function inlineDiffs(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'inline_diff', inlineDiff);
}

function inlineDiff(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const mark = src.slice(pos, pos + 2);
  const ending = ENDS[mark];
  if (ending === undefined) return false;
  const from = pos + 2;
  const line = src.slice(from, Math.min(posMax, from + MAX_CHARS));
  const length = line.indexOf(ending);
  if (length < 1 || line.slice(0, length).includes('\n') || line.slice(0, length).trim() === '') return false;
  const end = from + length;
  // A link or the name of one.
  if (mark.startsWith('[') && /[([:]/.test(src.charAt(end + 2))) return false;
  if (silent) {
    state.pos = end + 2;
    return true;
  }
  const isAdded = mark.endsWith('+');
  const tag = isAdded ? 'ins' : 'del';
  stateOf(state.env).own(state.push('inline_diff_open', tag, 1), [
    'class',
    isAdded ? 'idiff addition' : 'idiff deletion',
  ]);
  state.pos = from;
  state.posMax = end;
  state.md.inline.tokenize(state);
  state.push('inline_diff_close', tag, -1);
  state.pos = end + 2;
  state.posMax = posMax;
  return true;
}

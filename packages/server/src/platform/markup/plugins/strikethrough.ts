import type { MarkdownIt, StateInline } from 'markdown-it';

const TILDE = '~';
/** Marks of the two lengths do not close each other, so each is a delimiter of its own to the parser. */
const MARKERS: Record<number, number> = { 1: -1, 2: -2 };
const WORD = /[\p{L}\p{N}]/u;

/**
 * Strikethrough of GFM: one tilde or two on each side; three and more are what they are. A single one stands at the edge of
 * a word, as `_` does: `3~4 or 5~6` are two ranges, and a label (`~bug`) opens nothing that a later label could close.
 */
export function strikethrough(md: MarkdownIt): void {
  md.inline.ruler.at('strikethrough', markTildes);
  md.inline.ruler2.at('strikethrough', strikePairs);
  md.renderer.rules['s_open'] = () => '<del>';
  md.renderer.rules['s_close'] = () => '</del>';
}

function markTildes(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charAt(state.pos) !== TILDE) return false;
  const { length, can_open, can_close } = state.scanDelims(state.pos, true);
  state.push('text', '', 0).content = TILDE.repeat(length);
  const marker = MARKERS[length];
  if (marker !== undefined) {
    const isLone = length === 1;
    state.delimiters.push({
      marker,
      length: 0,
      token: state.tokens.length - 1,
      end: -1,
      open: can_open && !(isLone && WORD.test(state.src.charAt(state.pos - 1))),
      close: can_close && !(isLone && WORD.test(state.src.charAt(state.pos + length))),
    });
  }
  state.pos += length;
  return true;
}

function strikePairs(state: StateInline): boolean {
  strikeIn(state, state.delimiters);
  for (const meta of state.tokens_meta) if (meta?.delimiters) strikeIn(state, meta.delimiters);
  return true;
}

function strikeIn(state: StateInline, delimiters: StateInline['delimiters']): void {
  for (const { marker, end, token } of delimiters) {
    const closing = delimiters[end];
    if (!closing || !Object.values(MARKERS).includes(marker)) continue;
    become(state, token, 's_open', 1);
    become(state, closing.token, 's_close', -1);
  }
}

function become(state: StateInline, index: number, type: string, nesting: 1 | -1): void {
  const token = state.tokens[index];
  if (!token) return;
  Object.assign(token, { type, tag: 's', nesting, markup: token.content, content: '' });
}

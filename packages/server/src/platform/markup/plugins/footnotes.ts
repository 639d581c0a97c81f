import type { Env, MarkdownIt, StateCore, Token } from 'markdown-it';
import footnotePlugin from 'markdown-it-footnote';
import { stateOf } from '../render-state.ts';

/** `[^1]` and its definition. Footnotes written inline (`^[…]`) are not part of the syntax users know here. */
export function footnotes(md: MarkdownIt): void {
  md.use(footnotePlugin);
  md.inline.ruler.disable('footnote_inline');
  md.core.ruler.at('footnote_tail', moveToEnd);
  const { rules } = md.renderer;
  rules['footnote_ref'] = (tokens, index, _options, env) => {
    const { nonce, docId } = stateOf(env);
    const { id, repeat } = numbersOf(tokens[index]);
    return (
      `<sup data-own="${nonce}" class="footnote-ref"><a data-own="${nonce}" href="#fn-${docId}-${id}"` +
      ` id="fnref-${docId}-${id}${repeat}" aria-label="Footnote ${id}">${id}</a></sup>`
    );
  };
  rules['footnote_block_open'] = (_tokens, _index, _options, env) =>
    `<section data-own="${stateOf(env).nonce}" class="footnotes">\n<ol>\n`;
  rules['footnote_block_close'] = () => '</ol>\n</section>\n';
  rules['footnote_open'] = (tokens, index, _options, env) => {
    const { nonce, docId } = stateOf(env);
    return `<li data-own="${nonce}" id="fn-${docId}-${numbersOf(tokens[index]).id}">`;
  };
  rules['footnote_anchor'] = (tokens, index, _options, env) => {
    const { nonce, docId } = stateOf(env);
    const { id, repeat } = numbersOf(tokens[index]);
    return (
      ` <a data-own="${nonce}" href="#fnref-${docId}-${id}${repeat}" class="footnote-backref"` +
      ` aria-label="Back to reference ${id}">\u21a9\ufe0e</a>`
    );
  };
}

/**
 * Moves the texts of the footnotes that are mentioned to the end. The plugin's own rule copies all tokens for every
 * footnote: 10,000 of them took nine seconds, here milliseconds.
 */
function moveToEnd(state: StateCore): void {
  const list = listOf(state.env);
  const texts = new Map<string, Token[]>();
  const body: Token[] = [];
  let current: Token[] | undefined;
  for (const token of state.tokens) {
    if (token.type === 'footnote_reference_open') texts.set(String(token.meta?.['label']), (current = []));
    else if (token.type === 'footnote_reference_close') current = undefined;
    else (current ?? body).push(token);
  }
  if (list.length > 0) {
    body.push(new state.Token('footnote_block_open', '', 1));
    for (const [id, { label, count }] of list.entries()) {
      const text = texts.get(label) ?? [];
      const lastParagraph = text.at(-1)?.type === 'paragraph_close' ? text.pop() : undefined;
      body.push(footnoteToken(state, 'footnote_open', 1, { id }));
      for (const token of text) body.push(token);
      for (let subId = 0; subId < count; subId++) body.push(footnoteToken(state, 'footnote_anchor', 0, { id, subId }));
      if (lastParagraph) body.push(lastParagraph);
      body.push(new state.Token('footnote_close', '', -1));
    }
    body.push(new state.Token('footnote_block_close', '', -1));
  }
  state.tokens = body;
}

/** What the plugin's inline rule wrote down: the footnotes in order of first mention. */
function listOf(env: Env): Array<{ label: string; count: number }> {
  const { footnotes } = env;
  const list = typeof footnotes === 'object' && footnotes && 'list' in footnotes ? footnotes.list : [];
  return (Array.isArray(list) ? list : []).map((entry: { label?: unknown; count?: unknown }) => ({
    label: String(entry.label),
    count: Math.max(1, Number(entry.count)),
  }));
}

function footnoteToken(state: StateCore, type: string, nesting: -1 | 0 | 1, meta: Record<string, unknown>): Token {
  const token = new state.Token(type, '', nesting);
  token.meta = meta;
  return token;
}

function numbersOf(token: Token | undefined): { id: number; repeat: string } {
  const subId = Number(token?.meta?.['subId'] ?? 0);
  return { id: Number(token?.meta?.['id'] ?? 0) + 1, repeat: subId > 0 ? `-${subId + 1}` : '' };
}

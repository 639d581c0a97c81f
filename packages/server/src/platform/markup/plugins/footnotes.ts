import type { MarkdownIt, Token } from 'markdown-it';
import footnotePlugin from 'markdown-it-footnote';
import { stateOf } from '../render-state.ts';

/** `[^1]` and its definition. Footnotes written inline (`^[…]`) are not part of the syntax people know here. */
export function footnotes(md: MarkdownIt): void {
  md.use(footnotePlugin);
  md.inline.ruler.disable('footnote_inline');
  const { rules } = md.renderer;
  rules['footnote_ref'] = (tokens, index, _options, env) => {
    const { nonce, docId } = stateOf(env);
    const { id, repeat } = numbersOf(tokens[index]);
    return (
      `<sup data-own="${nonce}" class="footnote-ref"><a href="#fn-${docId}-${id}" id="fnref-${docId}-${id}${repeat}"` +
      ` data-own="${nonce}" aria-label="Footnote ${id}">${id}</a></sup>`
    );
  };
  rules['footnote_block_open'] = (_tokens, _index, _options, env) =>
    `<section data-own="${stateOf(env).nonce}" class="footnotes">\n<ol>\n`;
  rules['footnote_block_close'] = () => '</ol>\n</section>\n';
  rules['footnote_open'] = (tokens, index, _options, env) => {
    const { nonce, docId } = stateOf(env);
    return `<li id="fn-${docId}-${numbersOf(tokens[index]).id}" data-own="${nonce}">`;
  };
  rules['footnote_anchor'] = (tokens, index, _options, env) => {
    const { nonce, docId } = stateOf(env);
    const { id, repeat } = numbersOf(tokens[index]);
    return (
      ` <a href="#fnref-${docId}-${id}${repeat}" data-own="${nonce}" class="footnote-backref"` +
      ` aria-label="Back to reference ${id}">\u21a9\ufe0e</a>`
    );
  };
}

function numbersOf(token: Token | undefined): { id: number; repeat: string } {
  const subId = Number(token?.meta?.['subId'] ?? 0);
  return { id: Number(token?.meta?.['id'] ?? 0) + 1, repeat: subId > 0 ? `-${subId + 1}` : '' };
}

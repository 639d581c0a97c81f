import type { MarkdownIt } from 'markdown-it';

/** Elements that change how all behind them is read; what they hold is no text to HTML. */
const DISALLOWED = /<(?=\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?:[\s/>]|$))/gi;

/** Disallowed raw HTML of GFM: such a tag is shown as it was written, so that what stands behind it is not lost. */
export function tagFilter(md: MarkdownIt): void {
  for (const rule of ['html_block', 'html_inline'] as const) {
    md.renderer.rules[rule] = (tokens, index) => (tokens[index]?.content ?? '').replace(DISALLOWED, '&lt;');
  }
}

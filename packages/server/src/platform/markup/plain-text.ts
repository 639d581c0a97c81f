import type { MarkdownIt as Parser, Token } from 'markdown-it';
import { replaceShortcodes } from './emoji.ts';
import { unescapeHtml } from './escape-html.ts';
import { createCoreParser } from './parser.ts';

export type PlainTextOptions = {
  /** What the source is. HTML must be our own, as `renderMarkdown` gives it. Default: `markdown`. */
  from?: 'markdown' | 'html';
  /** Length of the result in UTF-16 units; a longer one ends in an ellipsis. Default 200. */
  maxChars?: number;
};

const BLOCK_END = /<(?:br|hr|\/(?:p|div|li|h[1-6]|tr|t[dh]|pre|blockquote|summary|dt|dd))\b[^<>]*>/g;
const ALT = /<img\b[^<>]*? alt="([^"<>]*)"[^<>]*>/g;

let parser: Parser | undefined;

/**
 * One line of plain text for titles, mails and search results. It is text: whoever shows it must escape it. Only the
 * beginning of the source that can matter is read, so the time is bounded.
 */
export function plainText(source: string, options: PlainTextOptions = {}): string {
  const { from = 'markdown', maxChars = 200 } = options;
  const relevant = source.slice(0, maxChars * (from === 'html' ? 40 : 6) + 2_000);
  const text = from === 'html' ? textOfHtml(relevant) : textOfMarkdown(relevant);
  return shorten(text.replace(/\s+/g, ' ').trim(), maxChars);
}

function textOfHtml(html: string): string {
  const text = html
    .replace(/<[^<>]*$/, '')
    .replace(ALT, ' $1 ')
    .replace(BLOCK_END, ' ')
    .replace(/<[^<>]*>/g, '');
  return unescapeHtml(text);
}

function textOfMarkdown(source: string): string {
  parser ??= createCoreParser();
  return parser.parse(source, {}).map(textOfToken).join(' ');
}

function textOfToken(token: Token): string {
  if (token.type === 'inline') return (token.children ?? []).map(textOfInline).join('');
  if (token.type === 'html_block') return textOfHtml(token.content);
  return token.type === 'fence' || token.type === 'code_block' ? token.content : '';
}

function textOfInline(token: Token): string {
  if (token.type === 'softbreak' || token.type === 'hardbreak') return ' ';
  if (token.type === 'html_inline') return '';
  return token.type === 'text' ? replaceShortcodes(token.content) : token.content;
}

function shorten(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text.toWellFormed();
  return `${text
    .slice(0, maxChars - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}

import sanitizeHtml from 'sanitize-html';
import { unescapeHtml } from './escape-html.ts';

const BREAKS = new Set(['br', 'p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre']);
/** The words of an HTML mail that has no text of its own, without what it quotes. */
export function mailHtmlToText(html: string): string {
  const marked = sanitizeHtml(html, {
    allowedTags: [...BREAKS],
    allowedAttributes: {},
    // What mail programs put the answered mail into.
    exclusiveFilter: ({ tag, attribs }) =>
      tag === 'blockquote' ||
      /(?:^|\s)(?:gmail_quote|moz-cite-prefix|yahoo_quoted)(?:\s|$)/.test(attribs['class'] ?? ''),
    nonTextTags: ['style', 'script', 'head', 'title', 'textarea', 'option', 'noscript', 'blockquote'],
  });
  const words = marked.replaceAll(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6]|pre)>/g, '\n').replaceAll(/<[^>]*>/g, '');
  return unescapeHtml(words)
    .replaceAll('\u00a0', ' ')
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

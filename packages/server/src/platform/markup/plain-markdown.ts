import { escapeHtml } from './escape-html.ts';
import { MAX_INPUT_CHARS } from './limits.ts';
import { noReferences, type PlainReason, type RenderedText } from './rendered-markdown.ts';

/** The text as it is, for one that is over a budget. */
export function plainMarkdown(text: string, plainReason: PlainReason): RenderedText {
  const isTruncated = text.length > MAX_INPUT_CHARS;
  const shown = isTruncated ? `${text.slice(0, MAX_INPUT_CHARS).toWellFormed()}…` : text;
  const html = `<pre class="plain-markdown">${escapeHtml(shown)}</pre>`;
  return { html, references: noReferences(), taskItems: [], suggestions: [], isTruncated, plainReason };
}

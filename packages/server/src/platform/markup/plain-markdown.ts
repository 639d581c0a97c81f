import { escapeHtml } from './escape-html.ts';
import { MAX_INPUT_CHARS } from './limits.ts';
import { noReferences, type PlainReason, type RenderedText } from './rendered-markdown.ts';

/** Said before the text, so that nobody takes its marks for the writer's wish. */
const NOTICES: Record<PlainReason, string> = {
  too_long: 'This text is too long to be formatted. Its beginning is shown as it was written.',
  timeout: 'This text takes too long to be formatted. It is shown as it was written.',
  too_large: 'This text becomes too large when it is formatted. It is shown as it was written.',
  unavailable: 'This text cannot be formatted at the moment. It is shown as it was written.',
  failed: 'This text could not be formatted. It is shown as it was written.',
};

/** The text as it is, for one that is over a budget, and why. */
export function plainMarkdown(text: string, plainReason: PlainReason): RenderedText {
  const isTruncated = text.length > MAX_INPUT_CHARS;
  const shown = isTruncated ? `${text.slice(0, MAX_INPUT_CHARS).toWellFormed()}…` : text;
  const html = `<p class="plain-notice">${NOTICES[plainReason]}</p><pre class="plain-markdown">${escapeHtml(shown)}</pre>`;
  return { html, references: noReferences(), taskItems: [], suggestions: [], isTruncated, plainReason };
}

import { escapeHtml } from './escape-html.ts';
import { MAX_INPUT_CHARS } from './limits.ts';
import { noReferences, type PlainReason, type RenderedText } from './rendered-markdown.ts';

/** Said before the text, so that nobody takes its marks for the writer's wish. */
const NOTICES: Record<PlainReason, string> = {
  too_long: 'This text is too long to format. The beginning is shown as plain text.',
  timeout: 'This text takes too long to format. It is shown as plain text.',
  too_large: 'This text is too large when formatted. It is shown as plain text.',
  unavailable: 'This text cannot be formatted right now. It is shown as plain text.',
  failed: 'This text could not be formatted. It is shown as plain text.',
};

/** The text as it is, for one that is over a budget, and why. */
export function plainMarkdown(text: string, plainReason: PlainReason): RenderedText {
  const isTruncated = text.length > MAX_INPUT_CHARS;
  const shown = isTruncated ? `${text.slice(0, MAX_INPUT_CHARS).toWellFormed()}…` : text;
  const html = `<p class="plain-notice">${NOTICES[plainReason]}</p><pre class="plain-markdown">${escapeHtml(shown)}</pre>`;
  return { html, references: noReferences(), taskItems: [], suggestions: [], isTruncated, plainReason };
}

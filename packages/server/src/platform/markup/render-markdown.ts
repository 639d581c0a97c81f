import type {
  ImageUrl,
  MarkdownContext,
  PlainContext,
  PlainReason,
  RenderedMarkdown,
  RenderedText,
} from './rendered-markdown.ts';
import { MAX_INPUT_CHARS } from './limits.ts';
import { redactReferences, rewriteImages } from './redact-references.ts';
import { plainMarkdown } from './plain-markdown.ts';
import { renderInWorker } from './text-workers.ts';
import { WorkerFailure, type WorkerFailureReason } from './worker-pool.ts';

/** Texts up to this length that hold nothing slow are rendered at once. UTF-16 units. */
const QUICK_CHARS = 2_048;
const QUICK_MARKS = 200;

const REASONS: Record<WorkerFailureReason, PlainReason> = {
  timeout: 'timeout',
  crashed: 'unavailable',
  busy: 'unavailable',
  closed: 'unavailable',
  failed: 'failed',
};

/**
 * Markdown to safe HTML. Never rejects: a text over a budget (size, time, size of the result) is shown escaped, with
 * `isPlain` and its `plainReason`. Without `context.resolveReference` the HTML holds placeholders and must go through
 * `redactReferences` for each reader; it may be kept for all of them.
 */
export async function renderMarkdown(text: string, context: MarkdownContext = {}): Promise<RenderedMarkdown> {
  const rendered = await renderBounded(text, plainContextOf(context));
  let html = rewriteImages(rendered.html, context.imageUrl ?? NONE_FROM_OUTSIDE);
  if (context.resolveReference) html = redactReferences(html, context.resolveReference);
  return { ...rendered, html, isPlain: rendered.plainReason !== undefined };
}

async function renderBounded(text: string, context: PlainContext): Promise<RenderedText> {
  if (text.length > MAX_INPUT_CHARS) return plainMarkdown(text, 'too_long');
  if (isQuick(text)) {
    // The renderer and its libraries are loaded by the first text, not at start.
    const { renderSync } = await import('./render-sync.ts');
    try {
      return renderSync(text, context);
    } catch (error) {
      return { ...plainMarkdown(text, 'failed'), failure: String(error) };
    }
  }
  try {
    return await renderInWorker({ text, context });
  } catch (error) {
    const reason = error instanceof WorkerFailure ? REASONS[error.reason] : 'failed';
    return { ...plainMarkdown(text, reason), failure: String(error) };
  }
}

/**
 * True for a short text whose cost is known to be small: no grammar of a programming language is run, and there are too
 * few marks for rules whose time grows with their square.
 */
export function isQuick(text: string): boolean {
  if (text.length > QUICK_CHARS || /(?:`{3}|~{3})[^\n]*\S/.test(text)) return false;
  let marks = 0;
  for (const char of text) if ('[](){}<>*_`~|!\\^&:'.includes(char) && ++marks > QUICK_MARKS) return false;
  return true;
}

/** An image of another host would tell that host who reads, so it takes a decision to show one. */
const NONE_FROM_OUTSIDE: ImageUrl = () => null;

function plainContextOf(context: MarkdownContext): PlainContext {
  const { imageUrl: _imageUrl, resolveReference: _resolveReference, ...plain } = context;
  return plain;
}

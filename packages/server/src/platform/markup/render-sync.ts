import type { MarkdownIt as Parser } from 'markdown-it';
import { createHash } from 'node:crypto';
import { MAX_INPUT_CHARS, outputLimit } from './limits.ts';
import { createMarkupParser } from './parser.ts';
import { plainMarkdown } from './plain-markdown.ts';
import type { PlainContext, RenderedText } from './rendered-markdown.ts';
import { RenderState } from './render-state.ts';
import { sanitise } from './sanitise.ts';

let parser: Parser | undefined;

/**
 * Phase one, on the calling thread and without a limit of time: safe HTML in which references are placeholders for
 * `redactReferences`. Only workers call it for text of unbounded origin.
 */
export function renderSync(text: string, context: PlainContext): RenderedText {
  if (text.length > MAX_INPUT_CHARS) return plainMarkdown(text, 'too_long');
  parser ??= createMarkupParser();
  const state = new RenderState(
    createHash('sha1').update(text).digest('hex').slice(0, 8),
    context.basePath !== undefined,
    context,
  );
  const limit = outputLimit(text.length);
  const env = state.toEnv();
  const raw = parser.renderer.render(parser.parse(text, env), parser.options, env);
  // The mark and what will be dropped make the raw text longer than the result, so this is only a first guard.
  if (raw.length > limit * 3) return plainMarkdown(text, 'too_large');
  const html = sanitise(raw, context, state);
  if (html.length > limit) return plainMarkdown(text, 'too_large');
  const { references, taskItems, suggestions, isTruncated } = state;
  return { html, references, taskItems, suggestions, isTruncated };
}

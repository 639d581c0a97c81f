import type { Context } from '../platform/context.ts';
import { renderMarkdown } from '../platform/markup/index.ts';
import type { PlanningPlace } from '@tributary/contract/planning/page.ts';

/** A description as HTML that is ready to be shown; what it mentions stays as it was written. */
export async function descriptionHtml(ctx: Context, place: PlanningPlace, text: string): Promise<string> {
  if (text === '') return '';
  const rendered = await renderMarkdown(text, {
    linkRoot: place.href,
    instanceUrl: new URL(ctx.config.url).origin,
    resolveReference: new Map(),
  });
  return rendered.html;
}

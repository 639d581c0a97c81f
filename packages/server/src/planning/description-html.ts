import type { Context } from '../platform/context.ts';
import { lastingUploads, renderMarkdown } from '../platform/markup/index.ts';
import type { PlanningContainer } from '@tributary/contract/planning/page.ts';
import { showTexts } from '../discussions/index.ts';

/** A description as HTML that is ready to be shown to this reader. */
export async function descriptionHtml(ctx: Context, place: PlanningContainer, text: string): Promise<string> {
  if (text === '') return '';
  const rendered = await renderMarkdown(text, {
    linkRoot: place.href,
    instanceUrl: new URL(ctx.config.url).origin,
  });
  const address = `/-/${place.kind}/${place.id}`;
  const html = lastingUploads(rendered.html, { path: place.fullPath, address });
  const [shown = ''] = await showTexts(ctx, place, [html]);
  return shown;
}

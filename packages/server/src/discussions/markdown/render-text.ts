import type { Context } from '../../platform/context.ts';
import { lastingUploads, redactReferences, renderMarkdown } from '../../platform/markup/index.ts';
import { implicitProject, resolveReferences, type TextScope } from './reference-registry.ts';
import { withImageDimensions } from './image-dimensions.ts';

/** Raise it when the same text gives other HTML than before: older renderings are made again when they are read. */
export const HTML_VERSION = 7;

/** Rendered once when written, kept beside the text; references are still placeholders. */
export type StoredHtml = { html: string; version: number };

/** Renders for keeping. `version` 0 marks a result that may be better next time (renderer was busy). */
export async function renderText(ctx: Context, place: TextScope | null, text: string): Promise<StoredHtml> {
  const own = place && implicitProject(place);
  const rendered = await renderMarkdown(text, {
    ...(own != null && { projectPath: own }),
    ...(place && { linkRoot: `/${place.fullPath}` }),
    instanceUrl: ctx.config.url,
  });
  const mayPass = rendered.plainReason === 'unavailable' || rendered.plainReason === 'failed';
  const html = place
    ? lastingUploads(rendered.html, { path: place.fullPath, address: `/-/${place.kind}/${place.id}` })
    : rendered.html;
  return { html, version: mayPass ? 0 : HTML_VERSION };
}

/** The texts as this reader may see them, in the order given. */
export async function showTexts(ctx: Context, place: TextScope | null, htmls: readonly string[]): Promise<string[]> {
  const [references, roomy] = await Promise.all([
    resolveReferences(ctx, htmls, place),
    place ? withImageDimensions(ctx, place, htmls) : htmls,
  ]);
  return roomy.map((html) => redactReferences(html, references));
}

/** Renders and shows at once, for previews and texts that are not kept. */
export async function renderForReader(ctx: Context, place: TextScope | null, text: string): Promise<string> {
  const { html } = await renderText(ctx, place, text);
  const [shown] = await showTexts(ctx, place, [html]);
  return shown ?? '';
}

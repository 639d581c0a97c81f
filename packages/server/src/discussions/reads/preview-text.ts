import { listUsersByNames } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { referencesIn, type TextPlace } from '../markdown/reference-registry.ts';
import { renderText, showTexts } from '../markdown/render-text.ts';

const MAX_NAMED = 200;

/** A text being written as its writer will see it, and the people whom it calls. */
export async function previewText(
  ctx: Context,
  place: TextPlace,
  text: string,
): Promise<{ html: string; usernames: string[] }> {
  const { html } = await renderText(ctx, place, text);
  const named = referencesIn([html], place).flatMap(({ kind, value }) => (kind === 'user' ? value : []));
  const users = await listUsersByNames(ctx, named.slice(0, MAX_NAMED));
  const [shown] = await showTexts(ctx, place, [html]);
  return { html: shown ?? '', usernames: users.map((user) => user.username) };
}

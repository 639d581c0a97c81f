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
  const [usernames = []] = await usersNamedIn(ctx, place, [html]);
  const [shown] = await showTexts(ctx, place, [html]);
  return { html: shown ?? '', usernames };
}

/** The people whom each of these kept texts calls, with one question for all. */
export async function usersNamedIn(ctx: Context, place: TextPlace, htmls: readonly string[]): Promise<string[][]> {
  const named = htmls.map((html) =>
    referencesIn([html], place).flatMap(({ kind, value }) => (kind === 'user' ? value.toLowerCase() : [])),
  );
  const wanted = named.map((names) => new Set(names.slice(0, MAX_NAMED)));
  const all = [...new Set(wanted.flatMap((names) => [...names]))];
  const users = all.length === 0 ? [] : await listUsersByNames(ctx, all);
  return wanted.map((names) =>
    users.filter((user) => names.has(user.username.toLowerCase())).map((user) => user.username),
  );
}

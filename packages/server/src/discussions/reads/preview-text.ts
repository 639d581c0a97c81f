import { listUsersByNames } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { mentionsIn } from '../mentions/mentions-in.ts';
import type { TextScope } from '../markdown/reference-registry.ts';
import { renderText, showTexts } from '../markdown/render-text.ts';

/** A text being written as its writer will see it, and the users whom it calls. */
export async function previewText(
  ctx: Context,
  place: TextScope,
  text: string,
): Promise<{ html: string; usernames: string[] }> {
  const { html } = await renderText(ctx, place, text);
  const [usernames = []] = await usersNamedIn(ctx, [html]);
  const [shown] = await showTexts(ctx, place, [html]);
  return { html: shown ?? '', usernames };
}

/** The users whom each of these autosaved texts calls, with one question for all. */
export async function usersNamedIn(ctx: Context, htmls: readonly string[]): Promise<string[][]> {
  const wanted = htmls.map((html) => new Set(mentionsIn(html).map(({ name }) => name)));
  const all = [...new Set(wanted.flatMap((names) => [...names]))];
  const users = all.length === 0 ? [] : await listUsersByNames(ctx, all);
  return wanted.map((names) =>
    users.filter((user) => names.has(user.username.toLowerCase())).map((user) => user.username),
  );
}

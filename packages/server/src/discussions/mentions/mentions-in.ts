import { renderMarkdown, scanReferences, unescapeHtml } from '../../platform/markup/index.ts';

export type Mention = { name: string; isDirect: boolean };

/** Beyond these a text reaches nobody more, so that one comment cannot call the whole instance. */
const MAX_MENTIONS = 50;
/** Quotes, references to users, other references, tags that begin a line, other tags, line ends, text. */
const PIECES =
  /(<blockquote\b[^>]*>)|(<\/blockquote>)|<gl-ref data-kind="user" data-ref="@([^"<>]*)"[^<>]*>[^<]*<\/gl-ref>|<gl-ref\b[^>]*>([^<]*)<\/gl-ref>|(<(?:p|li|h[1-6]|t[dh]|d[dt]|div|br|summary)\b[^>]*>|\n)|<[^>]*>|([^<\n]+)/g;

/**
 * Users and groups whom a rendered text calls by `@name`, once each, lower case: those who are links on its page, where it is
 * not a quotation. Who is quoted was told by the text that is quoted. A name at the start of a line addresses directly:
 * `@ann, @ben: look`.
 */
export function mentionsIn(html: string): Mention[] {
  const found = new Map<string, boolean>();
  let quotes = 0;
  let isStart = true;
  for (const [, opened, closed, user, other, line, text] of html.matchAll(PIECES)) {
    if (opened !== undefined) quotes++;
    else if (closed !== undefined) quotes = Math.max(0, quotes - 1);
    else if (line !== undefined) isStart = true;
    else if (user !== undefined) {
      const name = unescapeHtml(user).toLowerCase();
      if (quotes > 0 || (!found.has(name) && found.size >= MAX_MENTIONS)) continue;
      found.set(name, (found.get(name) ?? false) || isStart);
    } else if (other !== undefined || (text !== undefined && !/^[\s,:;]*$/.test(text))) isStart = false;
  }
  return [...found].map(([name, isDirect]) => ({ name, isDirect }));
}

/** The same of a text as it was written, for jobs: throws where it cannot be read now, so that nobody is forgotten. */
export async function mentionsInText(text: string): Promise<Mention[]> {
  if (!text.includes('@')) return [];
  const { html, plainReason } = await renderMarkdown(text);
  if (plainReason === 'unavailable') throw new Error('the text could not be rendered now');
  return mentionsIn(html);
}

/** The names alone, of a autosaved text; of one that could not be rendered when it was written all that read like one. */
export function mentionedUsernames({ body, html, version }: { body: string; html: string; version: number }): string[] {
  if (version > 0) return mentionsIn(html).map(({ name }) => name);
  return scanReferences(body).flatMap(({ kind, value }) => (kind === 'user' ? value.toLowerCase() : []));
}

import type { MarkdownIt, Token } from 'markdown-it';
import { escapeHtml } from '../escape-html.ts';
import { stateOf, type RenderState } from '../render-state.ts';
import { ID_PREFIX } from '../resolve-url.ts';

/** Gives headings an id made of their text and an empty link to it. */
export function headings(md: MarkdownIt): void {
  md.core.ruler.before('text_join', 'heading_anchors', (state) => {
    const render = stateOf(state.env);
    for (const [index, token] of state.tokens.entries()) {
      const inline = state.tokens[index + 1];
      if (token.type !== 'heading_open' || !inline?.children) continue;
      const text = textOf(inline.children);
      const id = ID_PREFIX + uniqueSlug(text, render);
      render.own(token, ['id', id]);
      const anchor = new state.Token('heading_anchor', 'a', 0);
      anchor.meta = { id, text: text.trim().slice(0, 200) };
      inline.children.push(anchor);
    }
  });
  md.renderer.rules['heading_anchor'] = (tokens, index, _options, env) => {
    const meta = tokens[index]?.meta ?? {};
    const label = escapeHtml(`Link to heading '${String(meta['text'])}'`);
    const href = escapeHtml(String(meta['id']));
    return `<a data-own="${stateOf(env).nonce}" class="anchor" href="#${href}" aria-label="${label}"></a>`;
  };
}

/** Lower case, without punctuation, words joined by `-`: the same ids as on the platforms that users know. */
export function slugOf(text: string): string {
  const slug = text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
    .slice(0, 150);
  return /^\d*$/.test(slug) ? `anchor-${slug}` : slug;
}

function uniqueSlug(text: string, render: RenderState): string {
  const slug = slugOf(text);
  const used = render.headingIds.get(slug) ?? 0;
  render.headingIds.set(slug, used + 1);
  return used === 0 ? slug : `${slug}-${used}`;
}

function textOf(children: Token[]): string {
  return children
    .map((child) => {
      if (child.type === 'softbreak' || child.type === 'hardbreak') return ' ';
      return child.type === 'html_inline' ? '' : child.content;
    })
    .join('');
}

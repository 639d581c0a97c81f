import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { escapeHtml } from '../escape-html.ts';
import { stateOf } from '../render-state.ts';

const MARKER = /^\[!(note|tip|important|warning|caution)\](?:[ \t]+(\S.*))?$/i;

/** `> [!NOTE]` to a titled box; text after the marker is its title. */
export function alerts(md: MarkdownIt): void {
  md.core.ruler.before('text_join', 'alerts', (state) => {
    const open: Token[] = [];
    for (const [index, token] of state.tokens.entries()) {
      if (token.type === 'blockquote_open') {
        markAlert(state, index);
        open.push(token);
      } else if (token.type === 'blockquote_close') token.tag = open.pop()?.tag ?? token.tag;
    }
  });
  md.renderer.rules['alert_title'] = (tokens, index, _options, env) =>
    `<p data-own="${stateOf(env).nonce}" class="markdown-alert-title" dir="auto">` +
    `${escapeHtml(tokens[index]?.content ?? '')}</p>\n`;
}

function markAlert(state: StateCore, index: number): void {
  const [quote, paragraph, inline] = state.tokens.slice(index, index + 3);
  if (!quote || paragraph?.type !== 'paragraph_open' || !inline?.children) return;
  const [firstLine = ''] = inline.content.split('\n', 1);
  const match = MARKER.exec(firstLine.trimEnd());
  if (!match) return;
  const kind = (match[1] ?? 'note').toLowerCase();
  const lineEnd = inline.children.findIndex((child) => child.type === 'softbreak' || child.type === 'hardbreak');
  // Something that spans the line end, such as a link, began in the marker's line: this is not an alert.
  if (lineEnd < 0 && inline.content.includes('\n')) return;
  inline.children = lineEnd < 0 ? [] : inline.children.slice(lineEnd + 1);
  const paragraphEnd = state.tokens[index + 3];
  if (lineEnd < 0 && paragraphEnd) paragraph.hidden = paragraphEnd.hidden = true;
  quote.tag = 'div';
  stateOf(state.env).own(quote, ['class', `markdown-alert markdown-alert-${kind}`]);
  const title = new state.Token('alert_title', '', 0);
  title.content = match[2] ?? kind.charAt(0).toUpperCase() + kind.slice(1);
  quote.meta = { title };
}

import type { Env, MarkdownIt, StateCore, Token } from 'markdown-it';
import { escapeHtml } from '../escape-html.ts';
import { type RenderState, stateOf } from '../render-state.ts';

const MARKER = /^\[(?:\[_TOC_\]|TOC)\]$/;
const MAX_ENTRIES = 500;

type Entry = { level: number; id: string; text: string };

/** `[[_TOC_]]` or `[TOC]` alone in a paragraph: links to the headings. Once in a text; further ones say nothing. */
export function tableOfContents(md: MarkdownIt): void {
  md.core.ruler.before('text_join', 'table_of_contents', (state) => {
    let isDone = false;
    for (const [index, token] of state.tokens.entries()) {
      if (token.type !== 'inline' || !isMarker(state, index)) continue;
      const contents = new state.Token('table_of_contents', 'ul', 0);
      contents.meta = { entries: isDone ? [] : entriesOf(state) };
      isDone = true;
      token.children = [];
      const [open, close] = [state.tokens[index - 1], state.tokens[index + 1]];
      if (open && close) open.hidden = close.hidden = true;
      token.children.push(contents);
    }
  });
  md.renderer.rules['table_of_contents'] = (tokens, index, _options, env) => render(tokens[index], env);
}

function isMarker(state: StateCore, index: number): boolean {
  const content = state.tokens[index]?.content ?? '';
  if (state.tokens[index - 1]?.type !== 'paragraph_open' || content.length > 20 || !MARKER.test(content.trim())) {
    return false;
  }
  // Someone may have given a link that name.
  return state.tokens[index]?.children?.every((child) => child.type !== 'link_open') === true;
}

function entriesOf(state: StateCore): Entry[] {
  const entries: Entry[] = [];
  for (const [index, token] of state.tokens.entries()) {
    const anchor = state.tokens[index + 1]?.children?.at(-1);
    if (token.type !== 'heading_open' || anchor?.type !== 'heading_anchor' || entries.length >= MAX_ENTRIES) continue;
    const { id, text } = anchor.meta ?? {};
    entries.push({ level: Number(token.tag.slice(1)), id: String(id), text: String(text) });
  }
  return entries;
}

function render(token: Token | undefined, env: Env | undefined): string {
  const state = stateOf(env);
  const entries: Entry[] = Array.isArray(token?.meta?.['entries']) ? token.meta['entries'] : [];
  if (entries.length === 0) return '';
  const lines: string[] = [];
  const open: number[] = [];
  for (const entry of entries) {
    while (open.length > 0 && (open.at(-1) ?? 0) > entry.level) {
      lines.push('</li></ul>');
      open.pop();
    }
    if (open.at(-1) === entry.level) lines.push('</li>');
    else {
      lines.push(`<ul data-own="${state.nonce}" class="section-nav">`);
      open.push(entry.level);
    }
    lines.push(itemOf(entry, state));
  }
  return `${lines.join('\n')}${'</li></ul>'.repeat(open.length)}\n`;
}

function itemOf({ id, text }: Entry, { nonce }: RenderState): string {
  return `<li><a data-own="${nonce}" href="#${escapeHtml(id)}">${escapeHtml(text)}</a>`;
}

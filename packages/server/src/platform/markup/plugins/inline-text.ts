import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { replaceShortcodes } from '../emoji.ts';
import { escapeHtml } from '../escape-html.ts';
import { addressedThing, nameOfAddressed } from '../instance-address.ts';
import { type RenderState, stateOf } from '../render-state.ts';
import { type FoundReference, scanReferences } from '../scan-references.ts';

const RAW_OPEN = /^<(a|code|pre|kbd|samp)[\s>]/i;
const RAW_CLOSE = /^<\/(a|code|pre|kbd|samp)\s*>/i;

/**
 * Replaces emoji names and turns references into placeholders, in text only: never in code, and references never in
 * links. Placeholders carry the rendering's mark, so that one typed by an author does not pass the sanitiser.
 */
export function inlineText(md: MarkdownIt): void {
  md.core.ruler.before('text_join', 'inline_text', (state) => {
    const render = stateOf(state.env);
    for (const token of state.tokens) {
      if (token.type === 'inline' && token.children) {
        const children = withAddresses(token.children, state, render);
        token.children = withReferences(children, state, render);
      }
    }
  });
  md.renderer.rules['reference'] = (tokens, index, _options, env) => {
    const { meta, content } = tokens[index] ?? { meta: null, content: '' };
    const written = meta?.['format'];
    const format = typeof written === 'string' && written !== '' ? ` data-format="${written}"` : '';
    const url = meta?.['url'];
    const name = escapeHtml(String(meta?.['name']));
    const address = typeof url === 'string' ? ` data-url="${escapeHtml(url)}" data-name="${name}"` : '';
    return (
      `<gl-ref data-own="${stateOf(env).nonce}" data-kind="${String(meta?.['kind'])}"` +
      ` data-ref="${escapeHtml(String(meta?.['ref']))}"${format}${address}>${escapeHtml(content)}</gl-ref>`
    );
  };
}

/**
 * Addresses of pages of this instance name what is there: an address alone stands for a reference, and beside a link with
 * words of its own there is one that shows nothing.
 */
function withAddresses(children: Token[], state: StateCore, render: RenderState): Token[] {
  if (!children.some((child) => child.type === 'link_open')) return children;
  const result: Token[] = [];
  for (let at = 0; at < children.length; at++) {
    const child = children[at];
    if (!child) continue;
    const thing = child.type === 'link_open' ? addressedThing(String(child.attrGet('href')), render.place) : undefined;
    if (!thing || !render.addReference(thing)) {
      result.push(child);
      continue;
    }
    const [text, close] = children.slice(at + 1, at + 3);
    const isAlone = child.info === 'auto' && text?.type === 'text' && close?.type === 'link_close';
    const token = referenceToken(child, isAlone ? text.content : '', thing, state);
    const name = nameOfAddressed(thing.ref, thing.url, render.place.projectPath);
    token.meta = { ...token.meta, url: thing.url, name };
    result.push(token);
    if (isAlone) at += 2;
    else result.push(child);
  }
  return result;
}

function withReferences(children: Token[], state: StateCore, render: RenderState): Token[] {
  const result: Token[] = [];
  let linkDepth = 0;
  const raw: string[] = [];
  for (const [index, child] of children.entries()) {
    if (child.type === 'link_open') linkDepth++;
    else if (child.type === 'link_close') linkDepth--;
    else if (child.type === 'html_inline') followRawHtml(child.content, raw);
    const isCode = raw.some((tag) => tag !== 'a');
    if (child.type !== 'text' || isCode) result.push(child);
    else if (linkDepth > 0 || raw.length > 0) {
      child.content = replaceShortcodes(child.content);
      result.push(child);
    } else result.push(...splitText(child, lastCharBefore(children, index), state, render));
  }
  return result;
}

function followRawHtml(html: string, open: string[]): void {
  const opened = RAW_OPEN.exec(html)?.[1];
  if (opened && open.length < 50) open.push(opened.toLowerCase());
  const closed = RAW_CLOSE.exec(html)?.[1]?.toLowerCase();
  const at = closed ? open.lastIndexOf(closed) : -1;
  if (at >= 0) open.splice(at, 1);
}

function splitText(token: Token, before: string, state: StateCore, render: RenderState): Token[] {
  const text = token.content;
  const pieces: Token[] = [];
  let from = 0;
  for (const found of scanReferences(text, before)) {
    if (!render.addReference(found)) break;
    if (found.start > from) pieces.push(textToken(token, text.slice(from, found.start), state));
    pieces.push(referenceToken(token, text.slice(found.start, found.end), found, state));
    from = found.end;
  }
  if (from < text.length || pieces.length === 0) pieces.push(textToken(token, text.slice(from), state));
  return pieces;
}

function textToken(source: Token, content: string, state: StateCore): Token {
  const token = new state.Token('text', '', 0);
  token.level = source.level;
  token.content = replaceShortcodes(content);
  return token;
}

function referenceToken(source: Token, content: string, found: FoundReference, state: StateCore): Token {
  const token = new state.Token('reference', '', 0);
  token.level = source.level;
  token.content = content;
  token.meta = { kind: found.kind, ref: found.ref, format: found.format };
  return token;
}

function lastCharBefore(children: Token[], index: number): string {
  const previous = children[index - 1];
  return previous?.type === 'text' || previous?.type === 'text_special' ? previous.content.slice(-1) : '';
}

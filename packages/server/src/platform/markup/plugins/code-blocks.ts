import type { Env, MarkdownIt, Token } from 'markdown-it';
import { escapeCode } from '../../highlight/escape-code.ts';
import { highlightLines, plainLines } from '../../highlight/highlight-lines.ts';
import { languageNamed } from '../../highlight/languages.ts';
import { escapeHtml } from '../escape-html.ts';
import { MAX_HIGHLIGHT_MS } from '../limits.ts';
import { formulaBlock } from './math.ts';
import { type RenderState, stateOf } from '../render-state.ts';

const SUGGESTION = /^suggestion(?::-(\d{1,3})\+(\d{1,3}))?$/;
const MAX_SUGGESTION_LINES = 100;
const COLOR =
  /^(?:#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})|(?:rgb|hsl)a?\( ?\d{1,3}(?:\.\d{1,3})?(?:deg)?(?:[ ,]{1,2}\d{1,3}(?:\.\d{1,3})?%?){2}(?:[ ,/]{1,3}(?:\d?\.\d{1,3}|\d{1,3}%?))? ?\))$/i;
/** Colours may not blow a block up: code that is all operators is shown without. */
const MAX_GROWTH = 12;

/** Code with colours, suggestions, colour chips, and diagrams as inert text for the browser. */
export function codeBlocks(md: MarkdownIt): void {
  md.renderer.rules['fence'] = (tokens, index, _options, env) => fence(tokens[index], env);
  md.renderer.rules['code_block'] = (tokens, index, _options, env) =>
    block(stateOf(env), 'code', plainLines(tokens[index]?.content ?? '').join('\n'));
  md.renderer.rules['code_inline'] = (tokens, index, _options, env) => inlineCode(tokens[index], stateOf(env));
}

function fence(token: Token | undefined, env: Env | undefined): string {
  const render = stateOf(env);
  const text = token?.content ?? '';
  const word = firstWordOf(token?.info ?? '');
  if (word === 'math') return formulaBlock(text, render);
  if (word === 'mermaid') return block(render, word, plainLines(text).join('\n'));
  const suggestion = SUGGESTION.exec(word);
  if (suggestion && token) {
    const html = suggestionBlock(token, Number(suggestion[1] ?? 0), Number(suggestion[2] ?? 0), render);
    if (html) return html;
  }
  const language = languageNamed(word);
  const shown = /^[\w#+.-]{1,40}$/.test(word) ? ` data-language="${escapeHtml(word)}"` : '';
  return block(render, 'code', colored(text, language, render).join('\n'), shown);
}

/** The first word of what follows the fence. */
function firstWordOf(info: string): string {
  return info.trim().split(/\s+/, 1)[0] ?? '';
}

function suggestionBlock(token: Token, above: number, below: number, render: RenderState): string | undefined {
  if (above > MAX_SUGGESTION_LINES || below > MAX_SUGGESTION_LINES) return undefined;
  // Without any line it removes what is there; one empty line makes that empty.
  const content = token.content === '' || token.content.endsWith('\n') ? token.content : `${token.content}\n`;
  render.suggestions.push({ above, below, content, line: (token.map?.[0] ?? 0) + 1 });
  return block(render, 'suggestion', plainLines(token.content).join('\n'), ` data-offsets="-${above}+${below}"`);
}

function colored(text: string, language: string | undefined, render: RenderState): string[] {
  if (!language || render.highlightedMs > MAX_HIGHLIGHT_MS) return plainLines(text);
  const started = performance.now();
  const lines = highlightLines(text, language);
  render.highlightedMs += performance.now() - started;
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  return length > 200 + text.length * MAX_GROWTH ? plainLines(text) : lines;
}

function block(render: RenderState, name: string, html: string, attributes = ''): string {
  // HTML swallows a line break right after <pre>; the element in between keeps it.
  return `<pre data-own="${render.nonce}" class="${name}"${attributes}><code>${html}\n</code></pre>\n`;
}

function inlineCode(token: Token | undefined, render: RenderState): string {
  const text = token?.content ?? '';
  const html = escapeCode(text);
  if (!COLOR.test(text)) return `<code>${html}</code>`;
  return `<code>${html}<span data-own="${render.nonce}" class="color-chip" data-color="${html}"></span></code>`;
}

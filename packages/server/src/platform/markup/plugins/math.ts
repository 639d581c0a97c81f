import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';
import { escapeCode } from '../../highlight/escape-code.ts';
import { plainLines } from '../../highlight/highlight-lines.ts';
import { type RenderState, stateOf } from '../render-state.ts';

const WORD = /[\p{L}\p{N}_]/u;

/**
 * Formulas as inert text, for the browser to draw: code between dollars, text between one or two dollars, and blocks
 * between lines of two dollars. Sums of money are not formulas.
 */
export function math(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'dollars', dollars);
  md.block.ruler.before('fence', 'math_block', mathBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  md.core.ruler.before('text_join', 'inline_math', (state) => {
    for (const token of state.tokens) if (token.children) markCode(token.children);
  });
  md.renderer.rules['math_inline'] = (tokens, index, _options, env) =>
    formula(tokens[index]?.content ?? '', tokens[index]?.markup === '$$', stateOf(env));
  md.renderer.rules['math_block'] = (tokens, index, _options, env) =>
    formulaBlock(tokens[index]?.content ?? '', stateOf(env));
}

function formula(source: string, isDisplay: boolean, render: RenderState): string {
  const style = isDisplay ? 'display' : 'inline';
  return `<code data-own="${render.nonce}" class="math" data-math-style="${style}">${escapeCode(source)}</code>`;
}

export function formulaBlock(source: string, render: RenderState): string {
  const html = plainLines(source).join('\n');
  return `<pre data-own="${render.nonce}" class="math" data-math-style="display"><code>${html}\n</code></pre>\n`;
}

function dollars(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.charAt(pos) !== '$') return false;
  const mark = src.charAt(pos + 1) === '$' ? '$$' : '$';
  const from = pos + mark.length;
  if (!opens(src, pos, from)) return false;
  const end = findEnd(state, mark, from);
  if (end < 0) return false;
  const source = src.slice(from, end);
  // Code binds tighter.
  if (source.includes('`') || source.trim() === '') return false;
  if (!silent) {
    const token = state.push('math_inline', 'math', 0);
    token.markup = mark;
    token.content = source;
  }
  state.pos = end + mark.length;
  return true;
}

function opens(src: string, at: number, from: number): boolean {
  return !WORD.test(src.charAt(at - 1)) && !/[$`]/.test(src.charAt(at - 1)) && /[^\s$`]/.test(src.charAt(from));
}

/** The next mark that is not escaped must close: a sum of money before it would begin another formula inside of one. */
function findEnd({ src, posMax }: StateInline, mark: '$' | '$$', from: number): number {
  let at = src.indexOf('$', from + 1);
  while (at >= 0 && src.charAt(at - 1) === '\\') at = src.indexOf('$', at + 1);
  return at >= 0 && at < posMax && closes(src, at, mark) ? at : -1;
}

function closes(src: string, at: number, mark: '$' | '$$'): boolean {
  const next = src.charAt(at + mark.length);
  return src.startsWith(mark, at) && !/\s/.test(src.charAt(at - 1)) && !WORD.test(next) && !/[$`]/.test(next);
}

/** Lines of two dollars around a formula, like a fence; without the second one they are text. */
function mathBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (!isMark(state, startLine)) return false;
  let line = startLine + 1;
  while (line < endLine && !isMark(state, line)) {
    if ((state.sCount[line] ?? 0) < state.blkIndent && !state.isEmpty(line)) return false;
    line++;
  }
  if (line >= endLine) return false;
  if (silent) return true;
  const token = state.push('math_block', 'math', 0);
  token.block = true;
  token.content = state.getLines(startLine + 1, line, state.sCount[startLine] ?? 0, true);
  token.map = [startLine, line + 1];
  state.line = line + 1;
  return true;
}

function isMark(state: StateBlock, line: number): boolean {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  if (state.src.charCodeAt(start) !== 0x24 || (state.sCount[line] ?? 0) - state.blkIndent >= 4) return false;
  return (state.sCount[line] ?? 0) >= state.blkIndent && state.src.slice(start, state.eMarks[line]).trimEnd() === '$$';
}

/** A formula in a line is code between dollars: $`a^2`$. */
function markCode(children: Token[]): void {
  for (const [index, token] of children.entries()) {
    const before = children[index - 1];
    const after = children[index + 1];
    if (token.type !== 'code_inline' || before?.type !== 'text' || after?.type !== 'text') continue;
    if (!before.content.endsWith('$') || !after.content.startsWith('$')) continue;
    before.content = before.content.slice(0, -1);
    after.content = after.content.slice(1);
    token.type = 'math_inline';
  }
}

import { markInvisible } from '../markup/find-invisible.ts';

const SPECIAL = /[&<>\0\r]/;
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\0': '\u2400',
  // A bare carriage return would be read as a line break.
  '\r': '\u240d',
};

/** A piece of one line as HTML; misleading characters are made visible. */
export function escapeCode(text: string): string {
  return markInvisible(SPECIAL.test(text) ? text.replace(/[&<>\0\r]/g, (char) => ENTITIES[char] ?? char) : text);
}

/** A whole line as HTML, for whoever has no colours of it; what is left of its end is not shown. */
export function escapeLine(text: string): string {
  return escapeCode(text.endsWith('\r') ? text.slice(0, -1) : text);
}

/** Lines of a text without their ends (`\n` or `\r\n`); a final line end does not start another line. */
export function linesOf(text: string): string[] {
  const lines = normaliseEnds(text).split('\n');
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

/** `\r\n` to `\n`: what is shown of a line does not depend on how it ends. */
export function normaliseEnds(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
}

import { RE2JS, RE2JSException } from 're2js';

const MAX_PATTERN_LENGTH = 2_000;
/** Characters of a text that a pattern looks at. */
const MAX_TEXT_LENGTH = 10_000;
/** Size of a pattern times length of a text; bounds the time of one match to a part of a second. */
const MAX_COST = 2_000_000;
const LITERAL = /^\/((?:[^\\]|\\.)*)\/([imsxU]*)$/s;
const FLAGS: Readonly<Record<string, number>> = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.DOTALL, s: RE2JS.DOTALL };

export interface Pattern {
  test(text: string): boolean;
  /** What it matches first: the first group that took part, else all of the match. */
  find(text: string): string | undefined;
}

export const looksLikePattern = (text: string): boolean =>
  text.length <= MAX_PATTERN_LENGTH && LITERAL.test(text.trim());

/**
 * Compiles `/expression/flags` with an engine whose time grows with the text only. As in Ruby, `^` and `$` match at every line.
 * Of long texts the beginning is looked at. Undefined for what is no expression.
 */
export function compilePattern(literal: string): Pattern | undefined {
  if (literal.length > MAX_PATTERN_LENGTH) return undefined;
  const [, source, flags = ''] = LITERAL.exec(literal.trim()) ?? [];
  if (source === undefined) return undefined;
  const options = [...flags].reduce((sum, flag) => sum | (FLAGS[flag] ?? 0), RE2JS.MULTILINE);
  try {
    const compiled = RE2JS.compile(
      source.replaceAll(String.raw`\/`, '/').replaceAll(String.raw`\Z`, String.raw`\z`),
      options,
    );
    const most = Math.min(MAX_TEXT_LENGTH, Math.floor(MAX_COST / compiled.programSize()));
    return {
      test: (text) => compiled.matcher(text.slice(0, most)).find(),
      find: (text) => {
        const matcher = compiled.matcher(text.slice(0, most));
        if (!matcher.find()) return undefined;
        return (matcher.groupCount() > 0 ? matcher.group(1) : null) ?? matcher.group() ?? undefined;
      },
    };
  } catch (error) {
    if (error instanceof RE2JSException || error instanceof RangeError) return undefined;
    throw error;
  }
}

import { RE2JS, RE2JSException } from 're2js';

export type Range = { start: number; end: number };
/** All matches in one line, in UTF-16 units. */
export type Matcher = (line: string) => Range[];

export type Search = { text: string; isRegex: boolean; isCaseSensitive: boolean };

/** A line has at most so many listed matches; one match more tells that there are others. */
const MOST_IN_LINE = 1_000;

/** Undefined when the text is no expression. Expressions take time in proportion to the line, whatever they say. */
export function matcherOf(search: Search): Matcher | undefined {
  return search.isRegex ? expressionMatcher(search) : textMatcher(search);
}

function expressionMatcher({ text, isCaseSensitive }: Search): Matcher | undefined {
  let pattern: RE2JS;
  try {
    pattern = RE2JS.compile(text, isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
  return (line) => {
    const ranges: Range[] = [];
    const matcher = pattern.matcher(line);
    while (ranges.length < MOST_IN_LINE && matcher.find()) {
      // An empty match marks nothing.
      if (matcher.end() > matcher.start()) ranges.push({ start: matcher.start(), end: matcher.end() });
    }
    return ranges;
  };
}

function textMatcher({ text, isCaseSensitive }: Search): Matcher {
  const fold = isCaseSensitive ? (line: string) => line : foldCase;
  const wanted = fold(text);
  return (line) => {
    const folded = fold(line);
    const ranges: Range[] = [];
    for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
      if (ranges.length === MOST_IN_LINE) break;
      ranges.push({ start: at, end: at + wanted.length });
    }
    return ranges;
  };
}

/** Lower case where that keeps every letter in its place (a Turkish İ would become two). */
function foldCase(text: string): string {
  const folded = text.toLowerCase();
  return folded.length === text.length ? folded : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

const BEFORE = 60;
const SHOWN = 240;

/** The part of a line that is shown with a match, and the matches within it. */
export function excerpt(line: string, ranges: readonly Range[]): { text: string; ranges: Range[] } {
  const [first] = ranges;
  const start = line.length <= SHOWN || !first ? 0 : Math.max(0, first.start - BEFORE);
  const text = line.slice(start, start + SHOWN);
  return {
    text,
    ranges: ranges
      .map((range) => ({ start: range.start - start, end: Math.min(range.end - start, text.length) }))
      .filter((range) => range.start < text.length),
  };
}

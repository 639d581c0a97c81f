import { RE2JS, RE2JSException } from 're2js';

export type Range = { start: number; end: number };
/** In UTF-16 units. Of very many matches the first are listed; `isWhole` is false where the others were not counted either. */
export type Matches = { ranges: Range[]; count: number; isWhole: boolean };
export type Matcher = (line: string) => Matches;

/** What was found in which of several texts; so many, from the first on, were read. */
export type MatchedTexts = { found: Array<[at: number, matches: Matches]>; readCount: number };

export type Search = { text: string; isRegex: boolean; isCaseSensitive: boolean };

/** Of one line so many matches are listed, those after them only counted. */
const MOST_LISTED = 1_000;
/** A line is looked through in one go: others wait meanwhile. */
const MOST_COUNTED = 100_000;
/** For each match an expression may look through all that is left of the line. */
const MOST_MS = 1_000;
/** In milliseconds from wherever. */
type Clock = () => number;

/**
 * Undefined when the text is no expression. To find the next match takes time in proportion to the line times the expression,
 * which may be seconds: expressions are for threads of their own.
 */
export function matcherOf(
  search: Search,
  patienceMs = MOST_MS,
  now: Clock = () => performance.now(),
): Matcher | undefined {
  return search.isRegex ? expressionMatcher(search, patienceMs, now) : textMatcher(search);
}

/** Looks through the texts one after the other, at least one, while it may go on. */
export function matchEach(
  matcher: Matcher,
  texts: readonly string[],
  mayGoOn: () => boolean = () => true,
): MatchedTexts {
  const found: MatchedTexts['found'] = [];
  for (const [at, text] of texts.entries()) {
    if (at > 0 && !mayGoOn()) return { found, readCount: at };
    const matches = matcher(text);
    if (matches.count > 0) found.push([at, matches]);
  }
  return { found, readCount: texts.length };
}

function expressionMatcher({ text, isCaseSensitive }: Search, patienceMs: number, now: Clock): Matcher | undefined {
  let pattern: RE2JS;
  try {
    pattern = RE2JS.compile(text, isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
  return (line) => {
    const matcher = pattern.matcher(line);
    const until = now() + patienceMs;
    return countMatches(() => {
      if (now() > until) return 'late';
      while (matcher.find()) {
        // An empty match marks nothing.
        if (matcher.end() > matcher.start()) return { start: matcher.start(), end: matcher.end() };
      }
      return undefined;
    });
  };
}

function countMatches(next: () => Range | 'late' | undefined): Matches {
  const ranges: Range[] = [];
  let count = 0;
  for (let range = next(); range; range = next()) {
    if (range === 'late' || count === MOST_COUNTED) return { ranges, count, isWhole: false };
    count += 1;
    if (count <= MOST_LISTED) ranges.push(range);
  }
  return { ranges, count, isWhole: true };
}

function textMatcher({ text, isCaseSensitive }: Search): Matcher {
  const fold = isCaseSensitive ? (line: string) => line : foldCase;
  const wanted = fold(text);
  return (line) => {
    const folded = fold(line);
    let from = 0;
    return countMatches(() => {
      const start = folded.indexOf(wanted, from);
      from = start + wanted.length;
      return start === -1 ? undefined : { start, end: from };
    });
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

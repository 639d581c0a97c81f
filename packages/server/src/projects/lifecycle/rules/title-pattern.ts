import { RE2JS } from 're2js';

/** What is wrong with a pattern of titles, as the end of a sentence; null when it can be used. */
export function titlePatternProblem(pattern: string): string | null {
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return 'is not a valid regular expression';
  }
}

export function matchesTitlePattern(pattern: string, title: string): boolean {
  return RE2JS.compile(pattern).matcher(title).find();
}

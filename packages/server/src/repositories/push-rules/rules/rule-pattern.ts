import { RE2JS, RE2JSException } from 're2js';

const compiled = new Map<string, RE2JS>();
const MAX_COMPILED = 200;

/** Patterns are matched in linear time, whatever they and the text are like. `^` and `$` are ends of the whole text. */
function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  const made = RE2JS.compile(pattern);
  compiled.set(pattern, made);
  return made;
}

export function patternProblem(pattern: string): string | null {
  try {
    compile(pattern);
    return null;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return 'is not a valid regular expression';
  }
}

export function matchesRulePattern(pattern: string, text: string): boolean {
  return compile(pattern).matcher(text).find();
}

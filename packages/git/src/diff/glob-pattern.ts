/** Steps that matching may still take, shared by all patterns of one question. */
export type MatchBudget = { steps: number };

type Token = 'any' | 'star' | { code: number } | { ranges: readonly (readonly [number, number])[]; isNegated: boolean };
/** A directory or file name of the pattern; `directories` stands for any number of them. */
type Segment = 'directories' | readonly Token[];

/**
 * A pattern as git's attribute files have them. No pattern can make matching slow: it costs at most the length of the
 * pattern times that of the path, and nothing is matched any more once the budget is used up.
 */
export class GlobPattern {
  readonly #segments: readonly Segment[];

  constructor(pattern: string) {
    this.#segments = pattern.split('/').map((name) => (name === '**' ? 'directories' : tokensOf(name)));
  }

  matches(path: string, budget: MatchBudget): boolean {
    const names = path.split('/');
    // reachable[n]: the segments so far can stand for the first n names.
    let reachable = [true, ...names.map(() => false)];
    for (const [at, segment] of this.#segments.entries()) {
      if (segment === 'directories') {
        // At the end it stands for at least one name: `a/**` is what is in `a`, not `a` itself.
        const least = at === this.#segments.length - 1 ? 1 : 0;
        const first = reachable.indexOf(true);
        reachable = reachable.map((_each, count) => first !== -1 && count >= first + least);
      } else {
        const before = reachable;
        reachable = before.map((_each, count) => {
          const name = names[count - 1];
          return name !== undefined && before[count - 1] === true && matchesName(segment, name, budget);
        });
      }
    }
    return budget.steps > 0 && reachable[names.length] === true;
  }
}

/** The way back leads only to the last star, so that this is at most the product of both lengths. */
function matchesName(tokens: readonly Token[], name: string, budget: MatchBudget): boolean {
  let [token, at] = [0, 0];
  let [star, starAt] = [-1, 0];
  while (at < name.length) {
    if ((budget.steps -= 1) < 0) return false;
    const wanted = tokens[token];
    if (wanted === 'star') {
      [star, starAt] = [token, at];
      token += 1;
    } else if (wanted !== undefined && accepts(wanted, name.charCodeAt(at))) {
      token += 1;
      at += 1;
    } else if (star !== -1) {
      starAt += 1;
      [token, at] = [star + 1, starAt];
    } else return false;
  }
  return tokens.slice(token).every((each) => each === 'star');
}

function accepts(token: Exclude<Token, 'star'>, code: number): boolean {
  if (token === 'any') return true;
  if ('code' in token) return token.code === code;
  return token.ranges.some(([from, to]) => code >= from && code <= to) !== token.isNegated;
}

function tokensOf(name: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < name.length; at += 1) {
    const letter = name[at];
    if (letter === '?') tokens.push('any');
    else if (letter === '*') {
      if (tokens.at(-1) !== 'star') tokens.push('star');
    } else if (letter === '[') {
      const set = readSet(name, at + 1);
      if (set !== null) {
        tokens.push(set.token);
        at = set.end;
      } else tokens.push({ code: name.charCodeAt(at) });
    } else {
      // A backslash takes the next letter as it is.
      if (letter === '\\' && at + 1 < name.length) at += 1;
      tokens.push({ code: name.charCodeAt(at) });
    }
  }
  return tokens;
}

function readSet(name: string, start: number): { token: Token; end: number } | null {
  const isNegated = name[start] === '!' || name[start] === '^';
  const first = start + (isNegated ? 1 : 0);
  const end = name.indexOf(']', first + 1);
  if (end === -1) return null;
  const ranges: [number, number][] = [];
  for (let at = first; at < end; at += 1) {
    const isRange = name[at + 1] === '-' && at + 2 < end;
    ranges.push([name.charCodeAt(at), name.charCodeAt(isRange ? at + 2 : at)]);
    if (isRange) at += 2;
  }
  return { token: { ranges, isNegated }, end };
}

/** Whether every case runs (`npm run test:full`). */
export const IS_FULL = process.env['TRIBUTARY_FULL'] === '1';

/**
 * Of the cases that are of one kind an ordinary run tries one: the first by `rank`, and of several that are first another one
 * for each kind, so that all have their turn. The full run tries all cases.
 */
export function sampled<Case>(
  cases: readonly Case[],
  kindOf: (one: Case) => string,
  rank: (one: Case) => number = () => 0,
): readonly Case[] {
  if (IS_FULL) return cases;
  return [...Map.groupBy(cases, kindOf).values()].flatMap((alike, turn) => {
    const best = Math.min(...alike.map(rank));
    const first = alike.filter((one) => rank(one) === best);
    const chosen = first[turn % first.length];
    // A list of its own, as a case may be a list itself.
    return chosen === undefined ? [] : [chosen];
  });
}

/** The first `count` of the cases in an ordinary run, all in the full one. */
export function firstOf<Case>(count: number, cases: readonly Case[]): readonly Case[] {
  return IS_FULL ? cases : cases.slice(0, count);
}

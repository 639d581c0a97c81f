/** How well a text fits what was typed: lower is better, null when it does not fit. */
export function rankOf(text: string, query: string): number | null {
  const [whole, wanted] = [text.toLowerCase(), query.toLowerCase()];
  if (wanted === '' || whole === wanted) return 0;
  if (whole.startsWith(wanted)) return 1;
  const at = whole.indexOf(wanted);
  if (at < 0) return null;
  for (let from = at; from >= 0; from = whole.indexOf(wanted, from + 1)) {
    if (!/[\p{L}\p{N}]/u.test(whole.charAt(from - 1))) return 2;
  }
  return 3;
}

/**
 * The best first: what is called exactly so, begins so, has a word that begins so, has it at all. Those that fit equally
 * well stay in their order. `texts` are the names of a thing, any of which may fit.
 */
export function rankMatches<T>(
  items: readonly T[],
  query: string,
  texts: (item: T) => readonly string[],
  limit: number,
): T[] {
  return items
    .map((item) => {
      const ranks = texts(item).flatMap((text) => rankOf(text, query) ?? []);
      return { item, rank: ranks.length > 0 ? Math.min(...ranks) : null };
    })
    .filter((each) => each.rank !== null)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .slice(0, limit)
    .map((each) => each.item);
}

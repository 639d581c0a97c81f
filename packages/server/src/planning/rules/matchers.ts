/** `any`: has at least one; `none`: has none; else ids or names of which one must match (labels: all must). */
export type Matcher<T> = 'any' | 'none' | readonly T[];

export function labelMatcher(names: readonly string[]): Matcher<string> {
  const [first] = names;
  if (names.length === 1 && first !== undefined && /^(any|none)$/i.test(first))
    return first.toLowerCase() === 'any' ? 'any' : 'none';
  return names;
}

export function milestoneMatcher(title: string): Matcher<string> {
  if (/^any$/i.test(title)) return 'any';
  return /^none$/i.test(title) ? 'none' : [title];
}

/** A number, or the words for "someone" and "nobody"; 0 is nobody. */
export function idMatcher(value: number | string | undefined): Matcher<number> | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number') return value === 0 ? 'none' : [value];
  return value.toLowerCase() === 'any' ? 'any' : 'none';
}

/** The same as a word in an address: `Any` and `None` stand alone. */
export function wordMatcher(values: readonly string[]): 'any' | 'none' | undefined {
  const [first] = values;
  if (values.length !== 1 || first === undefined) return undefined;
  if (/^any$/i.test(first)) return 'any';
  return /^none$/i.test(first) ? 'none' : undefined;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** `next` made of the parts of `previous` that are equal, so that what is drawn of them need not be drawn again. */
export function replaceEqualDeep<T>(previous: T | undefined, next: T): T {
  return kept(previous, next) as T;
}

function kept(previous: unknown, next: unknown): unknown {
  if (Object.is(previous, next)) return previous;
  if (Array.isArray(previous) && Array.isArray(next)) {
    const items = next.map((item, index) => kept(previous[index], item));
    return items.length === previous.length && items.every((item, index) => item === previous[index])
      ? previous
      : items;
  }
  if (!isPlain(previous) || !isPlain(next)) return next;
  const names = Object.keys(next);
  const parts = Object.fromEntries(names.map((name) => [name, kept(previous[name], next[name])]));
  const isSame = names.length === Object.keys(previous).length && names.every((name) => parts[name] === previous[name]);
  return isSame ? previous : parts;
}

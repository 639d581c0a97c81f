/** What is said otherwise than before: what was not touched is left as others have it by now. */
export function changesOf<T extends object>(before: { [K in keyof T]?: unknown }, said: T): Partial<T> {
  const names = Object.keys(said) as (keyof T)[];
  return Object.fromEntries(
    names.filter((name) => said[name] !== before[name]).map((name) => [name, said[name]]),
  ) as Partial<T>;
}

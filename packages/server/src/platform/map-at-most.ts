/** What `work` makes of each item, in their order; so many are worked on at once at most. */
export async function mapAtMost<T, R>(
  atOnce: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const made: R[] = [];
  const left = items.entries();
  const worker = async () => {
    for (const [at, item] of left) made[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return made;
}

/**
 * Merges of one target branch follow each other inside a process, so that they do not make commits on a tip that is about
 * to move. Between processes the compare-and-swap decides.
 */
const tails = new Map<string, Promise<void>>();

export async function inMergeSlot<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = tails.get(key) ?? Promise.resolve();
  const result = before.then(work);
  // The next one waits for the end, whatever it is; the caller hears of failures.
  const tail = result.then(
    () => undefined,
    () => undefined,
  );
  tails.set(key, tail);
  try {
    return await result;
  } finally {
    if (tails.get(key) === tail) tails.delete(key);
  }
}

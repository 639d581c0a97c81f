/**
 * Remembers answers that can never change because their keys are object ids. Bounded by count; the least recently used go
 * first. Concurrent questions for one key share one answer.
 */
export class LruCache<V> {
  readonly #max: number;
  readonly #values = new Map<string, Promise<V>>();

  constructor(max: number) {
    this.#max = max;
  }

  get(key: string, make: () => Promise<V>): Promise<V> {
    const known = this.#values.get(key);
    if (known) {
      this.#values.delete(key);
      this.#values.set(key, known);
      return known;
    }
    const made = make();
    this.#values.set(key, made);
    // A failure is not an answer: the next one asks again.
    made.catch(() => this.#values.delete(key));
    if (this.#values.size > this.#max) this.#values.delete(this.#values.keys().next().value ?? key);
    return made;
  }
}

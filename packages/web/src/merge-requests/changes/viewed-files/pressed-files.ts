/** One press on Reviewed. `saved` is what the server has, as far as is known; the presses on one file share it. */
export type Press = { hash: string; isReviewed: boolean; saved: { isReviewed: boolean } };

/** What was pressed and may not be in an answer that was on its way: by file, as the last press wants it. */
export class PressedFiles {
  readonly #last = new Map<string, Press>();

  /** A press always turns round what is shown. */
  press(hash: string, isReviewed: boolean): Press {
    const saved = this.#last.get(hash)?.saved ?? { isReviewed: !isReviewed };
    const press = { hash, isReviewed, saved };
    this.#last.set(hash, press);
    return press;
  }

  /** How the pressed files shall be shown. */
  *wanted(): Generator<[hash: string, isReviewed: boolean]> {
    for (const { hash, isReviewed } of this.#last.values()) yield [hash, isReviewed];
  }

  /** Answers whether nobody pressed since. */
  isSaved(press: Press): boolean {
    press.saved.isReviewed = press.isReviewed;
    return this.#isLast(press);
  }

  /** An answer was asked for after the press was saved: it counts from now on. */
  isDone(press: Press): void {
    if (this.#isLast(press)) this.#last.delete(press.hash);
  }

  /** How the file shall be shown; null while a newer press decides that. */
  hasFailed(press: Press): boolean | null {
    if (!this.#isLast(press)) return null;
    this.#last.delete(press.hash);
    return press.saved.isReviewed;
  }

  #isLast(press: Press): boolean {
    return this.#last.get(press.hash) === press;
  }
}

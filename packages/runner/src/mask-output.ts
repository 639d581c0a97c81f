const MASK = Buffer.from('[MASKED]');
const MIN_LENGTH = 8;

/** Hides secrets in output that comes in pieces: what may be the beginning of one is held back until the next piece. */
export class OutputMask {
  readonly #secrets: readonly Buffer[];
  #held: Buffer = Buffer.alloc(0);

  constructor(values: readonly string[]) {
    const lines = values.flatMap((value) => [value, ...value.split(/\r?\n/)]);
    const long = new Set(lines.filter((value) => Buffer.byteLength(value) >= MIN_LENGTH));
    this.#secrets = [...long].map((value) => Buffer.from(value)).toSorted((a, b) => b.length - a.length);
  }

  /** What may be shown now. */
  add(piece: Buffer): Buffer {
    const text = this.#replace(Buffer.concat([this.#held, piece]));
    const keep = this.#partAtEnd(text);
    this.#held = Buffer.from(text.subarray(text.length - keep));
    return text.subarray(0, text.length - keep);
  }

  /** What was held back, as nothing comes after it. */
  end(): Buffer {
    const rest = this.#held;
    this.#held = Buffer.alloc(0);
    return rest;
  }

  #replace(text: Buffer): Buffer {
    let result = text;
    for (const secret of this.#secrets) {
      const parts: Buffer[] = [];
      let from = 0;
      for (let at = result.indexOf(secret); at >= 0; at = result.indexOf(secret, from)) {
        parts.push(result.subarray(from, at), MASK);
        from = at + secret.length;
      }
      if (from > 0) result = Buffer.concat([...parts, result.subarray(from)]);
    }
    return result;
  }

  /** Length of the longest end of the text that a secret begins with. */
  #partAtEnd(text: Buffer): number {
    let longest = 0;
    for (const secret of this.#secrets) {
      for (let length = Math.min(secret.length - 1, text.length); length > longest; length -= 1) {
        if (text.subarray(text.length - length).equals(secret.subarray(0, length))) longest = length;
      }
    }
    return longest;
  }
}

type Entry = { lines: readonly string[]; bytes: number };

const ENTRY_BYTES = 200;
const LINE_BYTES = 32;
const LATIN1 = /^[\0-\xff]*$/;

/** Lines of files, the least recently used going first when there are too many bytes. */
export class LineCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): readonly string[] | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.lines;
  }

  /** Gives back the lines, frozen. Something over a quarter of the whole cache is not kept. */
  set(key: string, value: string[]): readonly string[] {
    const lines = Object.freeze(value);
    const bytes = sizeOf(lines);
    this.#remove(key);
    if (bytes > this.#maxBytes / 4) return lines;
    this.#entries.set(key, { lines, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
    return lines;
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}

/** The engine stores a string in one byte a character unless one of them needs two. */
function sizeOf(lines: readonly string[]): number {
  let bytes = ENTRY_BYTES;
  for (const line of lines) bytes += LINE_BYTES + line.length * (LATIN1.test(line) ? 1 : 2);
  return bytes;
}

const [NEWLINE, RETURN, PLUS, MINUS, AT, BACKSLASH] = [0x0a, 0x0d, 0x2b, 0x2d, 0x40, 0x5c];
const PRIME = 0x01000193;

/** The removed or the added lines of a comparison, in order, as numbers alone: their texts are not kept. */
export class ChangedLines {
  count = 0;
  file = new Int32Array(1024);
  line = new Int32Array(1024);
  /** Of the text without white space. */
  hash = new Int32Array(1024);
  /** Of the text as it is. */
  exact = new Int32Array(1024);
  /** Letters and digits, at most 255. */
  weight = new Uint8Array(1024);
  /** Which run of changes the line belongs to, the same number on both sides. */
  run = new Int32Array(1024);

  /** Takes a line that begins at `from`; gives where it ends. */
  add(file: number, line: number, run: number, bytes: Buffer, from: number): number {
    if (this.count === this.file.length) this.#grow();
    const at = this.count;
    let hash = 0x811c9dc5 | 0;
    let exact = hash;
    let weight = 0;
    let place = from;
    for (; place < bytes.length; place += 1) {
      const byte = bytes[place] ?? 0;
      if (byte === NEWLINE) break;
      exact = Math.imul(exact ^ byte, PRIME);
      if (byte === 0x20 || (byte >= 0x09 && byte <= RETURN)) continue;
      hash = Math.imul(hash ^ byte, PRIME);
      weight += IS_WORD[byte] ?? 0;
    }
    this.file[at] = file;
    this.line[at] = line;
    this.hash[at] = hash;
    this.exact[at] = exact;
    this.weight[at] = Math.min(weight, 255);
    this.run[at] = run;
    this.count += 1;
    return place;
  }

  #grow(): void {
    const size = this.file.length * 2;
    const larger = (old: Int32Array) => {
      const grown = new Int32Array(size);
      grown.set(old);
      return grown;
    };
    this.file = larger(this.file);
    this.line = larger(this.line);
    this.hash = larger(this.hash);
    this.exact = larger(this.exact);
    this.run = larger(this.run);
    const weights = new Uint8Array(size);
    weights.set(this.weight);
    this.weight = weights;
  }
}

/** Letters and digits, and all bytes of longer characters. */
const IS_WORD = Uint8Array.from({ length: 256 }, (_unused, byte) => {
  const lower = byte | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || byte > 0x7f ? 1 : 0;
});

/** Reads the changed lines of one file's hunks, as git prints them. Gives the number of the last run of changes. */
export function collectChangedLines(
  patch: Buffer,
  file: number,
  firstRun: number,
  sides: { removed: ChangedLines; added: ChangedLines },
): number {
  let [oldLine, newLine, run] = [0, 0, firstRun];
  let isChange = false;
  for (let at = 0; at < patch.length;) {
    const sign = patch[at];
    let end: number;
    if (sign === PLUS || sign === MINUS) {
      if (!isChange) run += 1;
      isChange = true;
      if (sign === PLUS) end = sides.added.add(file, newLine++, run, patch, at + 1);
      else end = sides.removed.add(file, oldLine++, run, patch, at + 1);
    } else {
      const newline = patch.indexOf(NEWLINE, at);
      end = newline === -1 ? patch.length : newline;
      if (sign === AT) [oldLine, newLine] = startsOf(patch.toString('latin1', at, Math.min(end, at + 80)));
      else if (sign !== BACKSLASH) {
        oldLine += 1;
        newLine += 1;
      }
      isChange &&= sign === BACKSLASH;
    }
    at = end + 1;
  }
  return run;
}

function startsOf(heading: string): [number, number] {
  const match = /^@@ -(\d+)(,0)?(?:,\d+)? \+(\d+)(,0)?/.exec(heading);
  // An empty side starts after the line its heading names.
  const start = (number: string | undefined, isEmpty: string | undefined) => Number(number ?? 0) + (isEmpty ? 1 : 0);
  return [start(match?.[1], match?.[2]), start(match?.[3], match?.[4])];
}

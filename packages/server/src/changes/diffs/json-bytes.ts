import { escapeCode, escapeLine } from '../../platform/highlight/index.ts';

const [RETURN, QUOTE, ZERO] = [0x0d, 0x22, 0x30];
/** Bytes from here on are parts of longer characters, some of which mislead. */
const WIDE = 0x80;
const MAX_DIGITS = 10;
/** What a byte can become at most: `&quot;`, `\u001f`. */
const MAX_GROWTH = 6;
const FIRST_BYTES = 64 * 1_024;
/** Fewer bytes are written one by one: to hand them over as a whole takes longer. */
const FEW_BYTES = 32;
/** Room above this is not held on to. */
const KEPT_BYTES = 2 * 1_024 * 1_024;

type Escapes = readonly (Uint8Array | undefined)[];

/** What each byte is written as inside quotes; nothing where that is the byte itself, as in all of a longer character. */
function escapesOf(show: (char: string) => string): Escapes {
  return Array.from({ length: 256 }, (_unused, byte) => {
    const char = String.fromCharCode(byte);
    const written = byte < WIDE ? JSON.stringify(show(char)).slice(1, -1) : char;
    return written === char ? undefined : Buffer.from(written, byte < WIDE ? 'utf8' : 'latin1');
  });
}

const AS_TEXT = escapesOf((char) => char);
const AS_HTML = escapesOf(escapeCode);
const isPlain = Uint8Array.from(AS_HTML, (escape, byte) => (escape === undefined && byte < WIDE ? 1 : 0));
/** What is written in the same way in a text and in HTML. */
const isSameInHtml = Uint8Array.from(AS_TEXT, (escape, byte) => {
  const html = AS_HTML[byte];
  return escape === html || (escape && html && Buffer.from(escape).equals(html)) ? 1 : 0;
});

let spare: Buffer | undefined;

/** JSON written as the bytes that are sent, for answers that are mostly text which is there as bytes. */
export class JsonBytes {
  #bytes = spare ?? Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;

  constructor() {
    spare = undefined;
  }

  /** Something that is JSON already. */
  raw(json: string): void {
    this.#makeRoom(json.length * 3);
    this.#length += this.#bytes.write(json, this.#length);
  }

  rawBytes(json: Uint8Array): void {
    this.#makeRoom(json.length);
    const bytes = this.#bytes;
    const start = this.#length;
    if (json.length < FEW_BYTES) for (let at = 0; at < json.length; at += 1) bytes[start + at] = json[at] ?? 0;
    else bytes.set(json, start);
    this.#length = start + json.length;
  }

  /** A whole number that is not negative and less than 2³¹. */
  number(value: number): void {
    this.#makeRoom(MAX_DIGITS);
    let end = this.#length + 1;
    for (let limit = 10; limit <= value; limit *= 10) end += 1;
    this.#length = end;
    for (let rest = value | 0; ; rest = (rest / 10) | 0) {
      end -= 1;
      this.#bytes[end] = ZERO + (rest % 10);
      if (rest < 10) return;
    }
  }

  /** UTF-8 text as a string. */
  text(source: Uint8Array, from: number, to: number): void {
    this.#string(source, from, to, AS_TEXT);
  }

  /** The UTF-8 text of a line as a string, then what stands between, then the line once more as a string of HTML. */
  textAndHtml(source: Buffer, from: number, to: number, between: Uint8Array): void {
    const start = this.#length;
    const kind = this.#string(source, from, to, AS_TEXT);
    const written = this.#length - start;
    this.rawBytes(between);
    if (kind === 'wide') {
      this.raw(JSON.stringify(escapeLine(source.toString('utf8', from, to))));
      return;
    }
    if (kind === 'other') {
      this.#string(source, from, source[to - 1] === RETURN ? Math.max(from, to - 1) : to, AS_HTML);
      return;
    }
    // Mostly nothing is different.
    this.#makeRoom(written);
    this.#bytes.copyWithin(this.#length, start, start + written);
    this.#length += written;
  }

  /** All of it. Nothing can be written afterwards. */
  finish(): Buffer {
    const finished = Buffer.from(this.#bytes.subarray(0, this.#length));
    if (this.#bytes.length <= KEPT_BYTES) spare = this.#bytes;
    this.#bytes = Buffer.alloc(0);
    return finished;
  }

  /** Tells whether all of it is written in the same way in HTML, and whether there are longer characters. */
  #string(source: Uint8Array, from: number, to: number, escapes: Escapes): 'same' | 'other' | 'wide' {
    this.#makeRoom((to - from) * MAX_GROWTH + 2);
    const bytes = this.#bytes;
    let end = this.#length;
    let isSame = 1;
    let isWide = false;
    bytes[end++] = QUOTE;
    for (let at = from; at < to; at += 1) {
      const byte = source[at] ?? 0;
      if (isPlain[byte] === 1) {
        bytes[end++] = byte;
        continue;
      }
      isSame &= isSameInHtml[byte] ?? 0;
      if (byte >= WIDE) isWide = true;
      const escape = escapes[byte];
      if (escape === undefined) bytes[end++] = byte;
      else for (let part = 0; part < escape.length; part += 1) bytes[end++] = escape[part] ?? 0;
    }
    bytes[end++] = QUOTE;
    this.#length = end;
    return isWide ? 'wide' : isSame === 1 ? 'same' : 'other';
  }

  #makeRoom(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Of a line that is longer only the beginning and the end are looked at. */
const MAX_LINE_BYTES = 64 * 1024;
const LINE_BREAK = '\n';

export type OnLine = (line: string, startByte: number) => void;

/**
 * Takes the bytes of a log as they come and gives its lines, one character for each byte: escapes and section markers are
 * plain ASCII, and a position in the text is a position in the log.
 */
export class LineSplitter {
  /** The next byte that is wanted. */
  at: number;
  /** Where the line begins that has no end yet. */
  lineStart: number;
  #rest = '';

  constructor(at = 0) {
    this.at = at;
    this.lineStart = at;
  }

  /** The line that has no end yet. */
  get rest(): string {
    return this.#rest;
  }

  push(bytes: Buffer, onLine: OnLine): void {
    const text = bytes.toString('latin1');
    let from = 0;
    for (let end = text.indexOf(LINE_BREAK); end >= 0; end = text.indexOf(LINE_BREAK, from)) {
      const part = text.slice(from, end);
      onLine(this.#rest === '' ? part : this.#rest + part, this.lineStart);
      this.#rest = '';
      from = end + 1;
      this.lineStart = this.at + from;
    }
    this.at += bytes.length;
    if (from < text.length) this.#rest = shortened(this.#rest + text.slice(from));
  }
}

function shortened(line: string): string {
  if (line.length <= MAX_LINE_BYTES) return line;
  return line.slice(0, MAX_LINE_BYTES / 2) + line.slice(-MAX_LINE_BYTES / 2);
}

/** Text of which each character is a byte, as what it means. */
export const decodeLine = (line: string): string => Buffer.from(line, 'latin1').toString('utf8');

import { type LogPosition, LogReader, type LogSection } from '@tributary/contract/ci/log-lines.ts';
import { LineSplitter } from './line-splitter.ts';

/** A part of a log that lines are read from. */
const BLOCK_LINES = 500;
const BLOCK_BYTES = 128 * 1024;
const FORMAT = 1;

export type LogBlock = LogPosition & { byte: number };

type Stored = {
  format: typeof FORMAT;
  blocks: LogBlock[];
  sections: LogSection[];
  end: LogPosition;
  bytes: number;
  hasTimes: boolean;
};

/** Where the lines and sections of a log are: a little for every few hundred lines. It grows with the log. */
export class LogIndex {
  readonly blocks: LogBlock[] = [];
  #splitter = new LineSplitter();
  #reader = new LogReader();
  /** The log has ended, and all of it is in here. */
  isComplete = false;

  get lines(): number {
    return this.#reader.lines;
  }
  get sections(): LogSection[] {
    return this.#reader.sections;
  }
  get hasTimes(): boolean {
    return this.#reader.hasTimes;
  }
  /** The next byte that is to be looked at. */
  get at(): number {
    return this.#splitter.at;
  }
  /** Where the complete lines end. */
  get end(): number {
    return this.#splitter.lineStart;
  }
  /** The line that has no end yet. */
  get last() {
    const { rest } = this.#splitter;
    return rest === '' ? null : this.#reader.peek(rest);
  }

  push(bytes: Buffer): void {
    this.#splitter.push(bytes, (line, startByte) => this.#add(line, startByte));
  }

  /** What has no line break at the end of a log is a line, too. */
  complete(): void {
    const { rest, lineStart, at } = this.#splitter;
    if (rest !== '') this.#add(rest, lineStart);
    this.#splitter = new LineSplitter(at);
    this.isComplete = true;
  }

  /** The block that a line lies in, by its place in `blocks`. */
  blockAt(line: number): number {
    let [low, high] = [0, this.blocks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.blocks[middle]?.lines ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  readerAt(block: LogBlock): LogReader {
    return new LogReader(block, this.sections);
  }

  #add(line: string, startByte: number): void {
    const last = this.blocks.at(-1);
    const isDue = last === undefined || this.lines - last.lines >= BLOCK_LINES || startByte - last.byte >= BLOCK_BYTES;
    const before = isDue ? this.#reader.position() : undefined;
    const found = this.#reader.read(line);
    // A block begins with a line of its own.
    if (before && found && !found.joins) this.blocks.push({ ...before, byte: startByte });
  }

  toJson(): string {
    const stored: Stored = {
      format: FORMAT,
      blocks: this.blocks,
      sections: this.sections,
      end: this.#reader.position(),
      bytes: this.at,
      hasTimes: this.hasTimes,
    };
    return JSON.stringify(stored);
  }

  /** Undefined for what an older or newer version has written: it is computed again. */
  static fromJson(text: string, bytes: number): LogIndex | undefined {
    const stored = JSON.parse(text) as Stored;
    if (stored.format !== FORMAT || stored.bytes !== bytes) return undefined;
    const index = new LogIndex();
    index.blocks.push(...stored.blocks);
    index.#reader = new LogReader(stored.end, stored.sections);
    index.#reader.hasTimes = stored.hasTimes;
    index.#splitter = new LineSplitter(stored.bytes);
    index.isComplete = true;
    return index;
  }
}

import { parseLfsPointer } from '../objects/read-blob.ts';
import type { ChangedFile, DiffFile, LfsChange } from './diff-file.ts';
import { parsePatch } from './parse-patch.ts';
import { hasTwoPaths, parseRawEntry, patchHeader } from './raw-entry.ts';
import type { RawEntry } from './raw-entry.ts';

const NEWLINE = 0x0a;
const [SPACE, PLUS, MINUS, AT, BACKSLASH] = [0x20, 0x2b, 0x2d, 0x40, 0x5c];
/** A pointer file is at most 1 KiB; its whole diff is not much more. */
const MAX_POINTER_PATCH_BYTES = 4096;
/** Headers longer than this cannot name a path git stores; the rest of such a line is dropped. */
const MAX_HEADER_LINE_BYTES = 64 * 1024;

export interface ScannerOptions {
  maxFilePatchBytes: number;
  ignoreWhitespace: boolean;
  /** What is too long is given piece by piece, before the file itself. */
  givesLong?: boolean | undefined;
  /** Told of all changed files as soon as their list is read, before the first of their lines. */
  onListed?: ((files: ChangedFile[]) => void) | undefined;
}

/** A file that is complete, or a piece of the hunks of the next one that is too long. */
export type Scanned = DiffFile | Buffer;

interface OpenFile {
  entry: RawEntry;
  header: string;
  parts: Buffer[];
  size: number;
  added: number;
  removed: number;
  isBinary: boolean;
  isTooLarge: boolean;
  hasHunks: boolean;
}

/**
 * Reads what `diff-tree --raw -z -p` prints, in pieces of any size. The raw list, which is exact about odd names, comes
 * first and tells the truth about files; of the patch only line beginnings are looked at, to count and to find where the
 * next file starts. (Inside hunks every line begins with a blank, a sign or a backslash, so no content can look like a
 * header.) Memory is bounded by the list and the largest patch that is kept of one file.
 */
export class DiffScanner {
  readonly #options: ScannerOptions;
  readonly #entries: RawEntry[] = [];
  #cursor = 0;
  #state: 'raw' | 'header' | 'hunk' = 'raw';
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #rawHead: string | null = null;
  #rawPaths: Buffer[] = [];
  #atLineStart = true;
  #open: OpenFile | null = null;
  #done: Scanned[] = [];

  constructor(options: ScannerOptions) {
    this.#options = options;
  }

  /** Takes the next piece; gives the files that are complete. */
  feed(chunk: Buffer): Scanned[] {
    let at = 0;
    while (at < chunk.length) {
      if (this.#state === 'raw') at = this.#feedRaw(chunk, at);
      else if (this.#state === 'header') at = this.#feedHeader(chunk, at);
      else at = this.#feedHunk(chunk, at);
    }
    return this.#take();
  }

  finish(): Scanned[] {
    if (this.#state === 'raw') this.#endList();
    if (this.#state === 'header' && this.#pendingBytes > 0) this.#headerLine(this.#joinPending(Buffer.alloc(0)));
    this.#close();
    while (this.#cursor < this.#entries.length) this.#emitWithoutPatch();
    return this.#take();
  }

  #take(): Scanned[] {
    const done = this.#done;
    this.#done = [];
    return done;
  }

  #feedRaw(chunk: Buffer, at: number): number {
    const end = chunk.indexOf(0, at);
    if (end === -1) {
      this.#keep(chunk.subarray(at));
      return chunk.length;
    }
    const token = this.#joinPending(chunk.subarray(at, end));
    if (token.length === 0) this.#endList();
    else this.#rawToken(token);
    return end + 1;
  }

  #endList(): void {
    this.#state = 'header';
    this.#options.onListed?.(this.#entries.map((entry) => entry.file));
  }

  #rawToken(token: Buffer): void {
    if (this.#rawHead === null) {
      this.#rawHead = token.toString('latin1');
      return;
    }
    this.#rawPaths.push(token);
    if (this.#rawPaths.length < (hasTwoPaths(this.#rawHead) ? 2 : 1)) return;
    const entry = parseRawEntry(this.#rawHead, this.#rawPaths);
    if (entry !== null) this.#entries.push(entry);
    this.#rawHead = null;
    this.#rawPaths = [];
  }

  #feedHeader(chunk: Buffer, at: number): number {
    const end = chunk.indexOf(NEWLINE, at);
    if (end === -1) {
      this.#keep(chunk.subarray(at));
      return chunk.length;
    }
    this.#headerLine(this.#joinPending(chunk.subarray(at, end + 1)));
    return end + 1;
  }

  #headerLine(line: Buffer): void {
    if (line[0] === AT && this.#open !== null) {
      this.#open.hasHunks = true;
      this.#add(line);
      this.#state = 'hunk';
      this.#atLineStart = true;
      return;
    }
    const text = line.toString('latin1').replace(/\n$/, '');
    if (text.startsWith('diff --git ')) this.#startFile(text);
    else if (text.startsWith('Binary files ') && this.#open !== null) this.#open.isBinary = true;
  }

  #feedHunk(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length) {
      if (this.#atLineStart) {
        const first = chunk[at];
        if (first === PLUS) this.#count('added');
        else if (first === MINUS) this.#count('removed');
        else if (first !== SPACE && first !== AT && first !== BACKSLASH) {
          this.#add(chunk.subarray(from, at));
          this.#state = 'header';
          return at;
        }
      }
      const end = chunk.indexOf(NEWLINE, at);
      this.#atLineStart = end !== -1;
      at = end === -1 ? chunk.length : end + 1;
    }
    this.#add(chunk.subarray(from, at));
    return at;
  }

  #count(kind: 'added' | 'removed'): void {
    if (this.#open !== null) this.#open[kind] += 1;
  }

  #add(bytes: Buffer): void {
    const open = this.#open;
    if (open === null || bytes.length === 0) return;
    open.size += bytes.length;
    if (!open.isTooLarge) addPart(open.parts, bytes);
    else if (this.#options.givesLong === true) this.#done.push(bytes);
    if (open.isTooLarge || open.size <= this.#options.maxFilePatchBytes) return;
    open.isTooLarge = true;
    if (this.#options.givesLong === true) this.#done.push(...open.parts);
    open.parts = [];
  }

  #startFile(header: string): void {
    // A change of type comes as a removal and an addition under the same heading: one file for us.
    if (this.#open?.header === header && this.#open.entry.file.status === 'type_changed') return;
    this.#close();
    while (this.#cursor < this.#entries.length) {
      const entry = this.#entries[this.#cursor];
      if (entry !== undefined && patchHeader(entry) === header) {
        this.#cursor += 1;
        this.#open = {
          entry,
          header,
          parts: [],
          size: 0,
          added: 0,
          removed: 0,
          isBinary: false,
          isTooLarge: false,
          hasHunks: false,
        };
        return;
      }
      // git prints no patch for what differs only in ignored white space.
      this.#emitWithoutPatch();
    }
  }

  #emitWithoutPatch(): void {
    const entry = this.#entries[this.#cursor];
    this.#cursor += 1;
    if (entry === undefined) return;
    this.#done.push(
      this.#toFile({
        entry,
        header: '',
        parts: [],
        size: 0,
        added: 0,
        removed: 0,
        isBinary: false,
        isTooLarge: false,
        hasHunks: false,
      }),
    );
  }

  #close(): void {
    if (this.#open !== null) this.#done.push(this.#toFile(this.#open));
    this.#open = null;
  }

  #toFile(open: OpenFile): DiffFile {
    const file = open.entry.file;
    const patchBytes = open.isTooLarge ? Buffer.alloc(0) : joined(open.parts);
    const isPlain = file.status === 'modified' || file.status === 'renamed' || file.status === 'copied';
    const differs = file.oldOid !== file.newOid && !open.hasHunks && !open.isBinary;
    const lfs = findLfsChange(patchBytes);
    return {
      ...file,
      isBinary: open.isBinary,
      isLfsPointer: lfs !== null,
      lfs,
      isTooLarge: open.isTooLarge,
      isWhitespaceOnly: this.#options.ignoreWhitespace && isPlain && differs,
      addedLines: open.added,
      removedLines: open.removed,
      patchBytes,
    };
  }

  #keep(part: Buffer): void {
    if (this.#pendingBytes < MAX_HEADER_LINE_BYTES) this.#pending.push(Buffer.from(part));
    this.#pendingBytes += part.length;
  }

  #joinPending(last: Buffer): Buffer {
    if (this.#pendingBytes === 0) return last;
    const joined = Buffer.concat([...this.#pending, last]);
    this.#pending = [];
    this.#pendingBytes = 0;
    return joined;
  }
}

/** Adds to what stands before it in the same memory, so that a patch that came in one piece stays one. */
function addPart(parts: Buffer[], bytes: Buffer): void {
  const last = parts.at(-1);
  const isNext = last?.buffer === bytes.buffer && last.byteOffset + last.length === bytes.byteOffset;
  if (last === undefined || !isNext) parts.push(bytes);
  else parts[parts.length - 1] = Buffer.from(last.buffer, last.byteOffset, last.length + bytes.length);
}

/** Most came in one piece, and are not copied. */
function joined(parts: readonly Buffer[]): Buffer {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : Buffer.concat(parts);
}

/** A pointer is so small that its diff holds both versions whole. */
function findLfsChange(patch: Buffer): LfsChange | null {
  if (patch.length === 0 || patch.length > MAX_POINTER_PATCH_BYTES || !patch.includes('version https://')) return null;
  const lines = parsePatch(patch).flatMap((hunk) => hunk.lines);
  const side = (skip: 'added' | 'removed') => {
    const text = lines.filter(({ type }) => type !== skip).map((line) => `${line.text}\n`);
    return parseLfsPointer(Buffer.from(text.join('')));
  };
  const [oldSide, newSide] = [side('added'), side('removed')];
  if (oldSide === null && newSide === null) return null;
  return {
    oldOid: oldSide?.oid ?? null,
    oldSize: oldSide?.size ?? null,
    newOid: newSide?.oid ?? null,
    newSize: newSide?.size ?? null,
  };
}

import { setImmediate } from 'node:timers/promises';
import { isZeroOid } from '../objects/object-id.ts';
import { isBinaryContent, type LfsPointer, parseLfsPointer, readStart } from '../objects/read-blob.ts';
import { utf16Of } from '../objects/text-encoding.ts';
import { sharedCatFiles } from '../process/cat-file-pool.ts';
import type { ChangedFile, DiffFile } from './diff-file.ts';
import { encodingsOf } from './file-encodings.ts';
import { FileAttributes } from './file-attributes.ts';
import { generatedByPath } from './generated-path.ts';
import type { GeneratedReason, IndexFile } from './index-format.ts';
import { fileHash } from './line-code.ts';

type Contents = Pick<IndexFile, 'isBinary' | 'isLfsPointer' | 'lfs'>;
export type Facts = Pick<IndexFile, 'fileHash' | 'generated' | 'copiedFrom' | 'oldSize' | 'newSize' | 'encodings'> &
  Contents;
type KeptContents = { isBinary: boolean; pointer: LfsPointer | null };

const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
/** As many as git looks at to tell text from other files. */
const FIRST_BYTES = 8_000;
/** Of larger files only the beginning is read, by a process that ends with it: the shared reader would be sent all of them. */
const MAX_SHARED_BYTES = 4 * 1024 * 1024;
/** Such processes at once: git may hold the whole file. */
const STARTS_AT_ONCE = 2;
const FILES_AT_FIRST = 20;
const FILES_AT_ONCE = 100;
const IS_SCRIPT = /\.(?:js|mjs|cjs|css)$/i;
const MINIFIED_BYTES = 10_000;
const MINIFIED_LINE_BYTES = 1_000;

/** What an index tells of files beyond what git's list does; asked of the kept-open reader while git is comparing. */
export class FileFacts {
  readonly #repo: string;
  readonly #head: string;
  #attributes: FileAttributes | undefined;
  #started: Promise<void> | undefined;
  readonly #sizes = new Map<string, Promise<number | null>>();
  readonly #kept = new Map<string, Promise<KeptContents>>();
  readonly #sourceOf = new Map<string, string>();
  /** Each reads one beginning after the other. */
  readonly #starts: Promise<unknown>[] = Array.from({ length: STARTS_AT_ONCE }, () => Promise.resolve());
  #nextStart = 0;

  constructor(repo: string, head: string) {
    this.#repo = repo;
    this.#head = head;
  }

  /** Begins to look things up, so that they are there when git is done with a file. After those who wait for the list. */
  start(files: readonly ChangedFile[]): void {
    this.#started = setImmediate().then(() => this.#lookUp(files));
    // Awaited with the first file; until then a failure must not count as unhandled.
    this.#started.catch(() => undefined);
  }

  #lookUp(files: readonly ChangedFile[]): void {
    this.#attributes = FileAttributes.of(this.#repo, this.#head, files.map(filePathOf));
    void this.#lookAhead(files, this.#attributes);
    for (const file of files) {
      if (file.status !== 'added' && file.oldOid !== EMPTY_BLOB && !file.isSubmodule)
        this.#sourceOf.set(contentOf(file.oldMode, file.oldOid), file.oldPath);
    }
  }

  async of(file: DiffFile): Promise<Facts> {
    await this.#started;
    const attributes = this.#attributes;
    const [oldSize, newSize, kept] = await Promise.all([
      this.#size(file.oldMode, file.oldOid) ?? null,
      this.#size(file.newMode, file.newOid) ?? null,
      this.#keptContents(file) ?? null,
      attributes?.look(filePathOf(file)),
    ]);
    const encodings = await encodingsOf(this.#repo, file, attributes?.encoding(filePathOf(file)) ?? null);
    return {
      ...(kept === null ? contentsOf(file) : keptContentsOf(kept)),
      fileHash: fileHash(filePathOf(file)),
      generated: attributes === undefined ? generatedByPath(filePathOf(file)) : reasonOf(file, attributes),
      copiedFrom: file.status === 'added' ? (this.#sourceOf.get(contentOf(file.newMode, file.newOid)) ?? null) : null,
      oldSize,
      newSize,
      ...(encodings && { encodings }),
    };
  }

  /** In the order in which git will be done with the files, and not all at once: the first answers come sooner. */
  async #lookAhead(files: readonly ChangedFile[], attributes: FileAttributes): Promise<void> {
    let count = FILES_AT_FIRST;
    for (let at = 0; at < files.length; at += count, count = FILES_AT_ONCE) {
      const asked = files
        .slice(at, at + count)
        .flatMap((file) => [
          attributes.look(filePathOf(file)),
          this.#size(file.oldMode, file.oldOid),
          this.#size(file.newMode, file.newOid),
          this.#keptContents(file),
        ]);
      // Whoever needs one is told of the failure.
      await Promise.allSettled(asked.filter((each) => each !== undefined));
    }
  }

  /** Each object is asked for once; undefined where there is none, or it is a commit of another repository. */
  #size(mode: string, oid: string): Promise<number | null> | undefined {
    if (mode === '160000' || isZeroOid(oid)) return undefined;
    const asked =
      this.#sizes.get(oid) ??
      sharedCatFiles()
        .info(this.#repo, oid)
        .then((info) => info?.size ?? null);
    this.#sizes.set(oid, asked);
    return asked;
  }

  /** What kind of file it is where git did not look, because both sides are the same; undefined where git did. */
  #keptContents(file: ChangedFile): Promise<KeptContents> | undefined {
    if (file.oldOid !== file.newOid || file.status === 'type_changed') return undefined;
    const size = this.#size(file.newMode, file.newOid);
    if (size === undefined) return undefined;
    const asked = this.#kept.get(file.newOid) ?? size.then((bytes) => this.#lookInto(file.newOid, bytes));
    this.#kept.set(file.newOid, asked);
    return asked;
  }

  async #lookInto(oid: string, size: number | null): Promise<KeptContents> {
    if (size === null) return { isBinary: false, pointer: null };
    const content = await (size > MAX_SHARED_BYTES ? this.#readStart(oid) : this.#readShared(oid));
    return {
      isBinary: isBinaryContent(content) && !utf16Of(content),
      pointer: size > content.length ? null : parseLfsPointer(content),
    };
  }

  async #readShared(oid: string): Promise<Buffer> {
    return (await sharedCatFiles().contents(this.#repo, oid, FIRST_BYTES))?.content ?? Buffer.alloc(0);
  }

  #readStart(oid: string): Promise<Buffer> {
    const at = this.#nextStart;
    this.#nextStart = (at + 1) % STARTS_AT_ONCE;
    const read = (this.#starts[at] ?? Promise.resolve()).then(() => readStart(this.#repo, oid, FIRST_BYTES));
    // Whoever needs it is told of the failure; the next one is read all the same.
    this.#starts[at] = read.catch(() => undefined);
    return read;
  }
}

function contentsOf({ isBinary, isLfsPointer, lfs }: DiffFile): Contents {
  return { isBinary, isLfsPointer, lfs };
}

function keptContentsOf({ isBinary, pointer }: KeptContents): Contents {
  const lfs = pointer && { oldOid: pointer.oid, oldSize: pointer.size, newOid: pointer.oid, newSize: pointer.size };
  return { isBinary, isLfsPointer: lfs !== null, lfs };
}

/** As for git, a link is never a copy of a file that holds its target as text. */
function contentOf(mode: string, oid: string): string {
  return mode.startsWith('100') ? oid : `${mode} ${oid}`;
}

function filePathOf(file: ChangedFile): string {
  return file.status === 'deleted' ? file.oldPath : file.newPath;
}

function reasonOf(file: DiffFile, attributes: FileAttributes): GeneratedReason | null {
  const path = filePathOf(file);
  const said = attributes.generated(path);
  if (said === 'kept') return null;
  return said ?? generatedByPath(path) ?? (looksMinified(path, file) ? 'minified' : null);
}

function looksMinified(path: string, { patchBytes, addedLines, removedLines }: DiffFile): boolean {
  const lines = addedLines + removedLines;
  const isLarge = patchBytes.length > MINIFIED_BYTES && patchBytes.length / lines > MINIFIED_LINE_BYTES;
  return isLarge && IS_SCRIPT.test(path);
}

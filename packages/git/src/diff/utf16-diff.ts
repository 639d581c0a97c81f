import { decodeFileText } from '../objects/decode-text.ts';
import { assertObjectId, isZeroOid } from '../objects/object-id.ts';
import { blobInfo, isBinaryContent, readBlob, readStart } from '../objects/read-blob.ts';
import { textEncodingOf, utf16Of } from '../objects/text-encoding.ts';
import { isGitError } from '../process/git-error.ts';
import { compareTexts } from './compare-texts.ts';
import type { DiffFile } from './diff-file.ts';
import { parsePatch } from './parse-patch.ts';

/** Larger files stay what git takes them for. */
const MAX_FILE_BYTES = 1024 * 1024;
/** As long as the mark is. */
const MARK_BYTES = 2;
/** Each takes a process, only to say why a file is not compared. */
const MAX_MARKS = 20;
/** Of one comparison: each takes three processes. */
const MAX_FILES = 50;
/** What is read of one comparison to find them: git waits meanwhile. */
const MAX_LOOKS = 500;
const MAX_LOOK_BYTES = 64 * 1024 * 1024;
/** Never text, so that they are not read to find that out. */
const NO_TEXT =
  /\.(?:7z|a|avif|bin|bmp|bz2|class|dll|docx?|dylib|eot|exe|gif|gz|ico|jar|jpe?g|mkv|mov|mp[34]|o|ogg|otf|pdf|png|pptx?|psd|pyc|so|sqlite|tar|tiff?|ttf|wasm|wav|webm|webp|woff2?|xlsx?|xz|zip|zst)$/i;

type Side = { text: string; encoding: string | null };

/**
 * Compares what git takes for binary because it is UTF-16 (with its mark) as the text it is: both sides are made UTF-8 in a
 * place of their own, and git compares these. Everything else is given back as it came, also what could not be compared so.
 */
export class Utf16Diffs {
  readonly #repo: string;
  readonly #ignoreWhitespace: boolean;
  #left: number;
  #looksLeft = MAX_LOOKS;
  #bytesLeft = MAX_LOOK_BYTES;
  #marksLeft = MAX_MARKS;

  constructor(repo: string, options: { ignoreWhitespace?: boolean | undefined; most?: number } = {}) {
    this.#repo = repo;
    this.#ignoreWhitespace = options.ignoreWhitespace === true;
    this.#left = options.most ?? MAX_FILES;
  }

  async of(file: DiffFile): Promise<DiffFile> {
    const { isBinary, isSubmodule, status, oldOid, newOid, newPath } = file;
    const mayBeText = isBinary && !isSubmodule && status !== 'type_changed' && oldOid !== newOid;
    if (!mayBeText || this.#looksLeft === 0 || NO_TEXT.test(newPath)) return file;
    this.#looksLeft -= 1;
    try {
      return await this.#asText(file);
    } catch (error) {
      if (isGitError(error) || isSystemError(error)) return file;
      throw error;
    }
  }

  async #asText(file: DiffFile): Promise<DiffFile> {
    const { oldOid, newOid } = file;
    if (this.#left === 0) return this.#uncompared(file, 'too_many');
    const old = await this.#side(oldOid);
    const now = old && (await this.#side(newOid));
    if (old === 'too_large' || now === 'too_large') return this.#uncompared(file, 'too_large');
    if (!old || !now || ![old, now].some(({ encoding }) => encoding?.startsWith('utf-16'))) return file;
    this.#left -= 1;
    const patchBytes = await compareTexts(this.#repo, old.text, now.text, { ignoreWhitespace: this.#ignoreWhitespace });
    const types = parsePatch(patchBytes).flatMap((hunk) => hunk.lines.map(({ type }) => type));
    return {
      ...file,
      isBinary: false,
      isWhitespaceOnly: this.#ignoreWhitespace && types.length === 0 && old.text !== now.text,
      addedLines: types.filter((type) => type === 'added').length,
      removedLines: types.filter((type) => type === 'removed').length,
      encodings: { old: old.encoding, new: now.encoding },
      patchBytes,
    };
  }

  /** Stays binary; where the marks of its sides say that it is text all the same, that is told. */
  async #uncompared(file: DiffFile, reason: 'too_large' | 'too_many'): Promise<DiffFile> {
    const encoding = (await this.#markOf(file.newOid)) ?? (await this.#markOf(file.oldOid));
    return encoding ? { ...file, uncompared: { encoding, reason } } : file;
  }

  async #markOf(oid: string): Promise<'utf-16le' | 'utf-16be' | undefined> {
    if (isZeroOid(oid) || this.#marksLeft === 0) return undefined;
    const info = await blobInfo(this.#repo, assertObjectId(oid));
    if (!info || info.size > MAX_LOOK_BYTES) return undefined;
    this.#marksLeft -= 1;
    return utf16Of(await readStart(this.#repo, oid, MARK_BYTES));
  }

  /** Undefined where it is no text. */
  async #side(oid: string): Promise<Side | 'too_large' | undefined> {
    if (isZeroOid(oid)) return { text: '', encoding: 'utf-8' };
    const info = await blobInfo(this.#repo, assertObjectId(oid));
    if (!info) return undefined;
    if (info.size > MAX_FILE_BYTES) return 'too_large';
    if (info.size > this.#bytesLeft) return undefined;
    this.#bytesLeft -= info.size;
    const content = await readBlob(this.#repo, oid, { maxBytes: MAX_FILE_BYTES });
    const encoding = utf16Of(content);
    if (encoding === undefined && isBinaryContent(content)) return undefined;
    const side = encoding ?? textEncodingOf(content);
    const text = decodeFileText(content, side);
    return encoding && text.includes('\0') ? undefined : { text, encoding: side };
  }
}

/** No room, or no right, for the place of their own. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

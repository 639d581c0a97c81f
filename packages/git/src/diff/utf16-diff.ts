import { withScratchObjects, type ScratchObjects } from '../merge/scratch-objects.ts';
import { decodeFileText } from '../objects/decode-text.ts';
import { assertObjectId, isZeroOid } from '../objects/object-id.ts';
import { blobInfo, isBinaryContent, readBlob } from '../objects/read-blob.ts';
import { utf16Of } from '../objects/text-encoding.ts';
import { isGitError } from '../process/git-error.ts';
import { runGit } from '../process/run-git.ts';
import type { DiffFile } from './diff-file.ts';
import { parsePatch } from './parse-patch.ts';

/** Larger files stay what git takes them for. */
const MAX_FILE_BYTES = 1024 * 1024;
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
  #left = MAX_FILES;
  #looksLeft = MAX_LOOKS;
  #bytesLeft = MAX_LOOK_BYTES;

  constructor(repo: string, options: { ignoreWhitespace?: boolean | undefined } = {}) {
    this.#repo = repo;
    this.#ignoreWhitespace = options.ignoreWhitespace === true;
  }

  async of(file: DiffFile): Promise<DiffFile> {
    const { isBinary, isSubmodule, status, oldOid, newOid, newPath } = file;
    const mayBeText = isBinary && !isSubmodule && status !== 'type_changed' && oldOid !== newOid;
    if (!mayBeText || this.#left === 0 || this.#looksLeft === 0 || NO_TEXT.test(newPath)) return file;
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
    const old = await this.#side(oldOid);
    const now = old && (await this.#side(newOid));
    if (!old || !now || ![old, now].some(({ encoding }) => encoding?.startsWith('utf-16'))) return file;
    this.#left -= 1;
    const patchBytes = await this.#compare(old.text, now.text);
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

  /** Undefined where it is no text. */
  async #side(oid: string): Promise<Side | undefined> {
    if (isZeroOid(oid)) return { text: '', encoding: 'utf-8' };
    const info = await blobInfo(this.#repo, assertObjectId(oid));
    if (!info || info.size > Math.min(MAX_FILE_BYTES, this.#bytesLeft)) return undefined;
    this.#bytesLeft -= info.size;
    const content = await readBlob(this.#repo, oid, { maxBytes: MAX_FILE_BYTES });
    const encoding = utf16Of(content);
    if (encoding === undefined) return isBinaryContent(content) ? undefined : { text: decodeFileText(content), encoding: 'utf-8' }; // prettier-ignore
    const text = decodeFileText(content, encoding);
    return text.includes('\0') ? undefined : { text, encoding };
  }

  async #compare(old: string, now: string): Promise<Buffer> {
    const output = await withScratchObjects(this.#repo, async (scratch) => {
      const revs = [await this.#write(old, scratch), await this.#write(now, scratch)];
      const args = ['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--full-index', '-U3'];
      return runGit(this.#repo, this.#ignoreWhitespace ? [...args, '-w'] : args, { ...scratch, revs });
    });
    const start = output.indexOf('\n@@ ');
    return start === -1 ? Buffer.alloc(0) : output.subarray(start + 1);
  }

  async #write(text: string, scratch: ScratchObjects): Promise<string> {
    const output = await runGit(this.#repo, ['hash-object', '-w', '--stdin'], { ...scratch, stdin: text });
    return output.toString('latin1').trim();
  }
}

/** No room, or no right, for the place of their own. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

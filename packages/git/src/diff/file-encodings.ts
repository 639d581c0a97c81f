import { isUtf8 } from 'node:buffer';
import { decodeFileText, patchAsUtf8 } from '../objects/decode-text.ts';
import { isZeroOid } from '../objects/object-id.ts';
import { readBlobLines, completeLines } from '../objects/blob-lines.ts';
import { isBinaryContent, readBlob, readBlobAt, readStart } from '../objects/read-blob.ts';
import { isPlainUtf8, textEncodingOf, utf16Of } from '../objects/text-encoding.ts';
import { isGitError } from '../process/git-error.ts';
import type { DiffFile, FileEncodings } from './diff-file.ts';
import { FileAttributes } from './file-attributes.ts';
import { Utf16Diffs } from './utf16-diff.ts';

/** Of larger files as many bytes from the beginning tell what they are written in. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** Lines of larger files that are given at once are no longer than that. */
const MAX_LINES_BYTES = 4 * 1024 * 1024;
/** Of files of any size no more are given at once: of the shortest ones as many as bytes would fit otherwise. */
export const MAX_LINES_AT_ONCE = 100_000;

/** What both sides of a changed file are written in; undefined when its hunks are UTF-8, as nearly always. */
export async function encodingsOf(
  repo: string,
  { patchBytes, isBinary, oldOid, newOid }: DiffFile,
  said: string | null,
): Promise<FileEncodings | undefined> {
  if (isBinary || isPlainUtf8(patchBytes)) return undefined;
  const side = async (oid: string) => {
    if (isZeroOid(oid)) return 'utf-8';
    try {
      return textEncodingOf(await readBlob(repo, oid, { maxBytes: MAX_FILE_BYTES }), said);
    } catch (error) {
      if (isGitError(error, 'too_large')) return encodingByStart(await readStart(repo, oid, MAX_FILE_BYTES), said);
      if (isGitError(error, 'not_found')) return textEncodingOf(patchBytes, said);
      throw error;
    }
  };
  const encodings = { old: await side(oldOid), new: await side(newOid) };
  const isAsItStands = encodings.old === 'utf-8' && encodings.new === 'utf-8' && isUtf8(patchBytes);
  return isAsItStands ? undefined : encodings;
}

/** The same change with its hunks as UTF-8, for those who show them, and what they were. */
export async function withReadableLines(repo: string, commit: string, file: DiffFile): Promise<DiffFile> {
  if (file.isBinary) {
    const text = await new Utf16Diffs(repo).of(file);
    return text.patchBytes.length > 0 ? text : file;
  }
  if (isPlainUtf8(file.patchBytes)) return file;
  const encodings = await encodingsOf(repo, file, await saidOf(repo, commit, file.newPath));
  return encodings ? { ...file, encodings, patchBytes: patchAsUtf8(file.patchBytes, encodings) } : file;
}

/** What a file of a commit is written in; see `textEncodingOf`. */
export async function encodingAt(repo: string, commit: string, path: string, content: Buffer): Promise<string | null> {
  const marked = utf16Of(content);
  if (marked) return marked;
  if (isPlainUtf8(content) || isBinaryContent(content)) return 'utf-8';
  return textEncodingOf(content, await saidOf(repo, commit, path));
}

/** Of the beginning of a large file; null where it does not tell, so that each line is decided about alone. */
function encodingByStart(start: Buffer, said: string | null): string | null {
  const encoding = textEncodingOf(completeLines(start), said);
  return encoding === 'utf-8' ? null : encoding;
}

/**
 * Lines `from` to `to` of a file of a commit that is too large to be read whole, as its changes show them, and how many it
 * has. Where they are longer, or more, than may be in memory, as many of them as may. Undefined where it is no text.
 */
export async function readableRange(
  repo: string,
  file: { commit: string; path: string; oid: string },
  range: { from: number; to: number },
): Promise<{ lines: string[]; lineCount: number } | undefined> {
  const limits = { startBytes: MAX_FILE_BYTES, lineBytes: MAX_LINES_BYTES, lines: MAX_LINES_AT_ONCE };
  const read = await readBlobLines(repo, file.oid, range, limits);
  if (isBinaryContent(read.start)) return undefined;
  const { lines, lineCount } = read;
  const isPlain = lines.every(isPlainUtf8);
  const encoding = isPlain ? 'utf-8' : encodingByStart(read.start, await saidOf(repo, file.commit, file.path));
  return { lines: lines.map((line) => decodeFileText(line, encoding)), lineCount };
}

/** The lines of a file of a commit; none of one that is too large. */
export async function readableLines(repo: string, commit: string, path: string): Promise<string[]> {
  const { content, truncated } = await readBlobAt(repo, commit, path, { maxBytes: MAX_FILE_BYTES });
  return truncated ? [] : decodeFileText(content, await encodingAt(repo, commit, path, content)).split('\n');
}

async function saidOf(repo: string, commit: string, path: string): Promise<string | null> {
  const attributes = FileAttributes.of(repo, commit, [path]);
  await attributes.look(path);
  return attributes.encoding(path);
}

import { isUtf8 } from 'node:buffer';
import { decodeFileText, patchAsUtf8 } from '../objects/decode-text.ts';
import { isZeroOid } from '../objects/object-id.ts';
import { isBinaryContent, readBlob, readBlobAt } from '../objects/read-blob.ts';
import { textEncodingOf } from '../objects/text-encoding.ts';
import { isGitError } from '../process/git-error.ts';
import type { DiffFile, FileEncodings } from './diff-file.ts';
import { FileAttributes } from './file-attributes.ts';

/** Larger files are shown in parts or not at all; of them only what is said counts. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** What both sides of a changed file are written in; undefined when all of its hunks is UTF-8, as nearly always. */
export async function encodingsOf(
  repo: string,
  { patchBytes, isBinary, oldOid, newOid }: DiffFile,
  said: string | null,
): Promise<FileEncodings | undefined> {
  if (isBinary || isUtf8(patchBytes)) return undefined;
  const side = async (oid: string) => {
    if (isZeroOid(oid)) return 'utf-8';
    try {
      return textEncodingOf(await readBlob(repo, oid, { maxBytes: MAX_FILE_BYTES }), said);
    } catch (error) {
      if (isGitError(error, 'too_large') || isGitError(error, 'not_found')) return textEncodingOf(patchBytes, said);
      throw error;
    }
  };
  return { old: await side(oldOid), new: await side(newOid) };
}

/** The same change with its hunks as UTF-8, for those who show them, and what they were. */
export async function withReadableLines(repo: string, commit: string, file: DiffFile): Promise<DiffFile> {
  if (file.isBinary || isUtf8(file.patchBytes)) return file;
  const encodings = await encodingsOf(repo, file, await saidOf(repo, commit, file.newPath));
  return encodings ? { ...file, encodings, patchBytes: patchAsUtf8(file.patchBytes, encodings) } : file;
}

/** What a file of a commit is written in; see `textEncodingOf`. */
export async function encodingAt(repo: string, commit: string, path: string, content: Buffer): Promise<string | null> {
  if (isUtf8(content) || isBinaryContent(content)) return 'utf-8';
  return textEncodingOf(content, await saidOf(repo, commit, path));
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

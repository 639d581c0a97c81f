import { blobInfo, decodeFileText, encodingAt, findEntry, readBlob } from '@tributary/git';
import { highlightBlob, MAX_HIGHLIGHT_CHARS } from '../../platform/highlight/index.ts';

const MAX_COLOURED_BYTES = MAX_HIGHLIGHT_CHARS * 2;

/** The lines of a file of a commit with their colours, from 0; undefined where there is none or it is too large. */
export async function colouredLinesAt(repo: string, sha: string, path: string): Promise<readonly string[] | undefined> {
  const entry = await findEntry(repo, sha, path);
  if (entry?.type !== 'blob') return undefined;
  const info = await blobInfo(repo, entry.oid);
  if (!info || info.size > MAX_COLOURED_BYTES) return undefined;
  const content = await readBlob(repo, entry.oid, { maxBytes: MAX_COLOURED_BYTES });
  const encoding = await encodingAt(repo, sha, path, content);
  return highlightBlob({ oid: entry.oid, path, encoding, text: decodeFileText(content, encoding) });
}

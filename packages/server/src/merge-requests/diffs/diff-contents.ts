import { decodeFileText, encodingAt, isGitError, readBlob } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { highlightBlob, MAX_HIGHLIGHT_CHARS } from '../../platform/highlight/index.ts';

const NO_FILE = /^0+$/;
/** Larger files are not read for colours or for lines around a hunk. */
const MAX_TEXT_BYTES = 4 * 1_024 * 1_024;

/** A side with more bytes has no colours. */
export const MAX_COLOURED_BYTES = MAX_HIGHLIGHT_CHARS * 2;

async function readContent(ctx: Context, projectId: number, oid: string): Promise<Buffer | undefined> {
  if (NO_FILE.test(oid)) return undefined;
  try {
    return await readBlob(ctx.repositories.directory(projectId), oid, { maxBytes: MAX_TEXT_BYTES });
  } catch (error) {
    if (isGitError(error, 'too_large') || isGitError(error, 'not_found')) return undefined;
    throw error;
  }
}

/**
 * Text of a file of a commit through the kept-open reader, and what it is written in; undefined where there is none or it is
 * too large.
 */
export async function readSideAt(
  ctx: Context,
  projectId: number,
  { sha, oid, path }: { sha: string; oid: string; path: string },
): Promise<{ text: string; encoding: string | null } | undefined> {
  const content = await readContent(ctx, projectId, oid);
  if (content === undefined) return undefined;
  const encoding = await encodingAt(ctx.repositories.directory(projectId), sha, path, content);
  return { text: decodeFileText(content, encoding), encoding };
}

/** Coloured lines of one side, from 0; undefined where the file is too large for colours. */
export async function colourSide(
  ctx: Context,
  projectId: number,
  side: { oid: string; path: string; size: number | null; encoding: string | null | undefined },
): Promise<readonly string[] | undefined> {
  if (side.size === null || side.size > MAX_COLOURED_BYTES) return undefined;
  const content = await readContent(ctx, projectId, side.oid);
  return content && highlightBlob({ ...side, text: decodeFileText(content, side.encoding) });
}

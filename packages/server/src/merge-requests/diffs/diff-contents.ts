import { decodeFileText, isGitError, readBlob } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { highlightBlob, MAX_HIGHLIGHT_CHARS } from '../../platform/highlight/index.ts';

const NO_FILE = /^0+$/;
/** Larger files are not read for colours or for lines around a hunk. */
const MAX_TEXT_BYTES = 4 * 1_024 * 1_024;

/** Text of one side of a file through the kept-open reader; undefined where there is none or it is too large. */
export async function readSide(
  ctx: Context,
  projectId: number,
  oid: string,
  maxBytes = MAX_TEXT_BYTES,
): Promise<string | undefined> {
  if (NO_FILE.test(oid)) return undefined;
  try {
    return decodeFileText(await readBlob(ctx.repositories.directory(projectId), oid, { maxBytes }));
  } catch (error) {
    if (isGitError(error, 'too_large') || isGitError(error, 'not_found')) return undefined;
    throw error;
  }
}

/** Coloured lines of one side, from 0; undefined where the file is too large for colours. */
export async function colourSide(
  ctx: Context,
  projectId: number,
  side: { oid: string; path: string; size: number | null },
): Promise<readonly string[] | undefined> {
  if (side.size === null || side.size > MAX_HIGHLIGHT_CHARS * 2) return undefined;
  const text = await readSide(ctx, projectId, side.oid);
  return text === undefined ? undefined : highlightBlob({ oid: side.oid, path: side.path, text });
}

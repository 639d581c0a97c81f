import {
  blobInfo,
  decodeFileText,
  encodingAt,
  isGitError,
  MAX_LINES_AT_ONCE,
  readableRange,
  readBlob,
  splitLines,
} from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { highlightBlob, MAX_HIGHLIGHT_CHARS } from '../../platform/highlight/index.ts';

const NO_FILE = /^0+$/;
/** Larger files are never read whole: they are shown in parts only, without colours. */
export const MAX_FULL_FILE_BYTES = 4 * 1_024 * 1_024;

/** A side with more bytes has no colours. */
export const MAX_COLOURED_BYTES = MAX_HIGHLIGHT_CHARS * 2;

async function readContent(ctx: Context, projectId: number, oid: string): Promise<Buffer | undefined> {
  if (NO_FILE.test(oid)) return undefined;
  try {
    return await readBlob(ctx.repositories.directory(projectId), oid, { maxBytes: MAX_FULL_FILE_BYTES });
  } catch (error) {
    if (isGitError(error, 'too_large') || isGitError(error, 'not_found')) return undefined;
    throw error;
  }
}

/**
 * Text of a file of a commit through the kept-open reader, and what it is written in; undefined where there is none or it is
 * too large.
 */
async function readSideAt(
  ctx: Context,
  projectId: number,
  { sha, oid, path }: { sha: string; oid: string; path: string },
): Promise<{ text: string; encoding: string | null } | undefined> {
  const content = await readContent(ctx, projectId, oid);
  if (content === undefined) return undefined;
  const encoding = await encodingAt(ctx.repositories.directory(projectId), sha, path, content);
  return { text: decodeFileText(content, encoding), encoding };
}

export type SideLines = {
  /** Those asked for, or as many of them as are read at once. */
  lines: string[];
  /** Of the whole file. */
  lineCount: number;
  /** The whole of it, where it is small enough. */
  whole: { text: string; encoding: string | null } | undefined;
};

/** Lines `from` to `to` of a text of a commit; undefined where there is none. */
export async function readLinesAt(
  ctx: Context,
  projectId: number,
  side: { sha: string; oid: string; path: string },
  { from, to }: { from: number; to: number },
): Promise<SideLines | undefined> {
  const repo = ctx.repositories.directory(projectId);
  const info = NO_FILE.test(side.oid) ? undefined : await blobInfo(repo, side.oid);
  if (!info) return undefined;
  if (info.size > MAX_FULL_FILE_BYTES) {
    const read = await readableRange(repo, { ...side, commit: side.sha }, { from, to });
    return read && { ...read, whole: undefined };
  }
  const whole = await readSideAt(ctx, projectId, side);
  // As for git: what is no text has no lines.
  if (!whole || whole.text.slice(0, 8_000).includes('\0')) return undefined;
  const all = splitLines(whole.text);
  const lines = all.slice(from - 1, Math.min(to, from - 1 + MAX_LINES_AT_ONCE));
  return { lines, lineCount: all.length, whole };
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

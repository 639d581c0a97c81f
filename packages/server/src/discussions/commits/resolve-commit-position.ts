import type { DiffPosition, PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  fileHash,
  type Hunk,
  type HunkLine,
  lineCode,
  parseLineCode,
  parsePatch,
  readCommit,
  streamDiff,
} from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { escapeHtml } from '../../platform/markup/index.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import type { Noteable, ResolvedPosition } from '../noteable.ts';

/** Lines kept with a thread, ending with the commented one. */
const SNAPSHOT_LINES = 16;
const MAX_FILE_PATCH_BYTES = 1024 * 1024;

export type LineOfCommit = { position: DiffPosition; lineCode: string; snapshot: PageDiffLine[] };
/** Numbers of the line on both sides as a position gives them, the number on one side, or its code. */
type WantedLine = (line: HunkLine, code: string | null) => boolean;

/** A line of what a commit changed; undefined when it changed no such line. */
export async function findLineOfCommit(
  ctx: Context,
  access: ProjectAccess,
  sha: string,
  wanted: { isPath: (path: string) => boolean; isLine: WantedLine },
): Promise<LineOfCommit | undefined> {
  const repo = repositoryOf(ctx, access);
  const from = (await readCommit(repo, sha)).parents[0] ?? null;
  for await (const file of streamDiff(repo, { from, to: sha, maxFilePatchBytes: MAX_FILE_PATCH_BYTES })) {
    const path = file.status === 'deleted' ? file.oldPath : file.newPath;
    if (!wanted.isPath(path)) continue;
    const lines = parsePatch(file.patchBytes).flatMap((hunk) => linesOf(path, hunk));
    const at = lines.findIndex(({ source, view }) => wanted.isLine(source, view.line_code));
    const found = lines[at];
    if (!found) return undefined;
    return {
      lineCode: found.view.line_code ?? '',
      snapshot: lines.slice(Math.max(0, at - SNAPSHOT_LINES + 1), at + 1).map(({ view }) => view),
      position: {
        base_sha: from ?? sha,
        start_sha: from ?? sha,
        head_sha: sha,
        old_path: file.oldPath,
        new_path: file.newPath,
        position_type: 'text',
        old_line: found.source.oldLine,
        new_line: found.source.newLine,
        line_range: null,
      },
    };
  }
  return undefined;
}

const TYPES = { added: 'new', removed: 'old', context: null } as const;

function linesOf(path: string, hunk: Hunk): { source: HunkLine; view: PageDiffLine }[] {
  let oldAt = hunk.oldStart + (hunk.oldLines === 0 ? 1 : 0);
  let newAt = hunk.newStart + (hunk.newLines === 0 ? 1 : 0);
  return hunk.lines.map((source) => {
    const view: PageDiffLine = {
      line_code: lineCode(path, oldAt, newAt),
      type: TYPES[source.type],
      old_line: source.oldLine,
      new_line: source.newLine,
      text: source.text,
      rich_text: escapeHtml(source.text),
      meta_data: null,
    };
    if (source.type !== 'added') oldAt += 1;
    if (source.type !== 'removed') newAt += 1;
    return { source, view };
  });
}

/** Confirms that a comment's place is a line that this commit changed or shows beside its changes. */
export async function resolveCommitPosition(
  ctx: Context,
  noteable: Noteable,
  position: DiffPosition,
): Promise<ResolvedPosition> {
  const sha = noteable.headSha ?? '';
  if (position.head_sha !== sha || position.position_type !== 'text') {
    throw new AppError('position_invalid', { reason: 'its commits do not belong to this commit' }, { status: 422 });
  }
  const { old_line: oldLine = null, new_line: newLine = null } = position;
  const wanted = position.new_path ?? position.old_path ?? '';
  const line = await findLineOfCommit(ctx, noteable.access, sha, {
    isPath: (path) => path === wanted,
    isLine: (each) => each.oldLine === oldLine && each.newLine === newLine,
  });
  if (!line) throw new AppError('position_invalid', { reason: 'there is no such line' }, { status: 422 });
  return { ...line, current: null };
}

/** The place that the code of a line names in what this commit changed; undefined when it names none. */
export async function positionOfCommitCode(
  ctx: Context,
  noteable: Noteable,
  code: string,
): Promise<DiffPosition | undefined> {
  const parsed = parseLineCode(code);
  const line =
    parsed &&
    (await findLineOfCommit(ctx, noteable.access, noteable.headSha ?? '', {
      isPath: (path) => fileHash(path) === parsed.fileHash,
      isLine: (_line, own) => own === code,
    }));
  return line?.position;
}

import type { DiffPosition, LineRangeEnd, PageDiffLine } from '@tributary/contract/discussions/page.ts';
import {
  type DiffFile,
  fileHash,
  type Hunk,
  type HunkLine,
  lineCode,
  parseLineCode,
  parsePatch,
  readCommit,
  streamDiff,
  withReadableLines,
} from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { escapeHtml } from '../../platform/markup/index.ts';
import { type ProjectAccess, projectOf, repositoryOf } from '../../projects/index.ts';
import type { Noteable, ResolvedPosition } from '../noteable.ts';
import { checkPoint, positionInvalid } from '../rules/check-position.ts';

/** Lines kept with a thread, ending with the commented one. */
const SNAPSHOT_LINES = 16;
const MAX_FILE_PATCH_BYTES = 1024 * 1024;

export type LineOfCommit = { position: DiffPosition; lineCode: string; snapshot: PageDiffLine[] };
/** Numbers of the line on both sides as a position gives them, the number on one side, or its code. */
type WantedLine = (line: HunkLine, code: string | null) => boolean;

type CommitLine = { source: HunkLine; view: PageDiffLine };
/** A file that a commit changed, with the lines that it changed or shows beside those. */
type ChangedFile = { file: DiffFile; lines: readonly CommitLine[]; position: Omit<DiffPosition, 'position_type'> };

/** The first file that is wanted, of those that a commit changed. */
async function findChangedFile(
  ctx: Context,
  access: ProjectAccess,
  sha: string,
  isWanted: (file: DiffFile, path: string) => boolean,
): Promise<ChangedFile | undefined> {
  const repo = repositoryOf(ctx, access);
  const from = (await readCommit(repo, sha)).parents[0] ?? null;
  for await (const changed of streamDiff(repo, { from, to: sha, maxFilePatchBytes: MAX_FILE_PATCH_BYTES })) {
    const path = changed.status === 'deleted' ? changed.oldPath : changed.newPath;
    if (!isWanted(changed, path)) continue;
    const file = await withReadableLines(repo, sha, changed);
    const refs = { base_sha: from ?? sha, start_sha: from ?? sha, head_sha: sha };
    return {
      file,
      lines: parsePatch(file.patchBytes).flatMap((hunk) => linesOf(path, hunk)),
      position: { ...refs, old_path: file.oldPath, new_path: file.newPath },
    };
  }
  return undefined;
}

/** A line of what a commit changed; undefined when it changed no such line. */
export async function findLineOfCommit(
  ctx: Context,
  access: ProjectAccess,
  sha: string,
  wanted: { isPath: (path: string) => boolean; isLine: WantedLine },
): Promise<LineOfCommit | undefined> {
  const found = await findChangedFile(ctx, access, sha, (_file, path) => wanted.isPath(path));
  return found && lineIn(found, wanted.isLine);
}

function lineIn({ lines, position }: ChangedFile, isLine: WantedLine): LineOfCommit | undefined {
  const at = lines.findIndex(({ source, view }) => isLine(source, view.line_code));
  const found = lines[at];
  if (!found) return undefined;
  return {
    lineCode: found.view.line_code ?? '',
    snapshot: lines.slice(Math.max(0, at - SNAPSHOT_LINES + 1), at + 1).map(({ view }) => view),
    position: {
      ...position,
      position_type: 'text',
      old_line: found.source.oldLine,
      new_line: found.source.newLine,
      line_range: null,
    },
  };
}

const TYPES = { added: 'new', removed: 'old', context: null } as const;

function linesOf(path: string, hunk: Hunk): CommitLine[] {
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

/** Confirms that a comment's place is a file that this commit changed, or a line that it changed or shows beside that. */
export async function resolveCommitPosition(
  ctx: Context,
  noteable: Noteable,
  position: DiffPosition,
): Promise<ResolvedPosition> {
  const sha = noteable.headSha ?? '';
  if (position.head_sha !== sha) throw positionInvalid('the SHAs do not match this commit');
  const found = await findChangedFile(ctx, projectOf(noteable.place), sha, (file, path) => {
    const wanted = file.status === 'deleted' ? position.old_path : position.new_path;
    return path === (wanted ?? position.new_path ?? position.old_path);
  });
  if (!found) throw positionInvalid('the file is not changed in this commit');
  if (position.position_type === 'text') return { ...checkedLine(found, position), current: null };
  checkPoint(position);
  return { position: { ...position, ...found.position }, lineCode: null, snapshot: null, current: null };
}

function checkedLine(found: ChangedFile, position: DiffPosition): LineOfCommit {
  const { file, lines } = found;
  if (file.isBinary || file.isTooLarge) throw positionInvalid('lines of this file cannot be commented on');
  if (lines.length === 0) throw positionInvalid('the file has no changed lines');
  const { old_line: oldLine = null, new_line: newLine = null, line_range: range } = position;
  const line = lineIn(found, (each) => each.oldLine === oldLine && each.newLine === newLine);
  if (!line) throw positionInvalid('the line does not exist');
  if (!range) return line;
  const checked = { start: checkedEnd(lines, range.start), end: checkedEnd(lines, range.end) };
  return { ...line, position: { ...line.position, line_range: checked } };
}

/** An end of several lines as the commit has it, by its numbers or, where it comes without, by its code. */
function checkedEnd(lines: readonly CommitLine[], end: LineRangeEnd): LineRangeEnd {
  const hasNumbers = end.old_line !== null || end.new_line !== null;
  const line = lines.find(({ source, view }) =>
    hasNumbers ? source.oldLine === end.old_line && source.newLine === end.new_line : view.line_code === end.line_code,
  );
  if (!line) throw positionInvalid('a line of the range does not exist');
  const { source, view } = line;
  return {
    line_code: view.line_code ?? '',
    type: TYPES[source.type],
    old_line: source.oldLine,
    new_line: source.newLine,
  };
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
    (await findLineOfCommit(ctx, projectOf(noteable.place), noteable.headSha ?? '', {
      isPath: (path) => fileHash(path) === parsed.fileHash,
      isLine: (_line, own) => own === code,
    }));
  return line?.position;
}

import { decodePatch } from '../objects/decode-text.ts';
import { GitError } from '../process/git-error.ts';
import type { ChangedFile, Hunk, HunkLine } from './diff-file.ts';

const HUNK_HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/s;

/** Hunks of one file as `DiffFile.patchBytes` holds them. Throws `corrupt` for anything else. */
export function parsePatch(bytes: Buffer): Hunk[] {
  const hunks: Hunk[] = [];
  if (bytes.length === 0) return hunks;
  const text = decodePatch(bytes);
  let hunk: Hunk | null = null;
  let oldLine = 0;
  let newLine = 0;
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline;
    const sign = text.charCodeAt(at);
    if (sign === 0x40) {
      hunk = startHunk(text.slice(at, end));
      hunks.push(hunk);
      oldLine = hunk.oldStart;
      newLine = hunk.newStart;
    } else if (hunk === null) {
      throw new GitError('corrupt', 'A patch must start with a hunk.');
    } else if (sign === 0x5c) {
      const last = hunk.lines.at(-1);
      if (last !== undefined) last.noNewline = true;
    } else {
      const line = makeLine(sign, text.slice(at + 1, end), oldLine, newLine);
      if (line.type !== 'added') oldLine += 1;
      if (line.type !== 'removed') newLine += 1;
      hunk.lines.push(line);
    }
    at = end + 1;
  }
  return hunks;
}

/** A hunk without its lines, from its heading. */
export function startHunk(line: string): Hunk {
  const match = HUNK_HEADER.exec(line);
  if (match === null) throw new GitError('corrupt', 'A hunk has no proper heading.');
  const [, oldStart, oldLines, newStart, newLines, section] = match;
  return {
    oldStart: Number(oldStart),
    oldLines: Number(oldLines ?? 1),
    newStart: Number(newStart),
    newLines: Number(newLines ?? 1),
    section: section ?? '',
    lines: [],
  };
}

function makeLine(sign: number, text: string, oldLine: number, newLine: number): HunkLine {
  if (sign === 0x2b) return { type: 'added', oldLine: null, newLine, text };
  if (sign === 0x2d) return { type: 'removed', oldLine, newLine: null, text };
  if (sign !== 0x20) throw new GitError('corrupt', 'A line of a hunk has no sign.');
  return { type: 'context', oldLine, newLine, text };
}

/** The heading of a hunk as git writes it. */
export function hunkHeading(hunk: Hunk): string {
  const range = (start: number, lines: number): string => (lines === 1 ? String(start) : `${start},${lines}`);
  const section = hunk.section === '' ? '' : ` ${hunk.section}`;
  return `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@${section}`;
}

/** The hunks of a file below the names of both sides, as the `diff` fields of APIs have them; nothing where no line changed. */
export function formatHunks(file: ChangedFile & { patchBytes: Buffer; isBinary: boolean }): string {
  if (file.isBinary || file.patchBytes.length === 0) return '';
  const [oldName, newName] = sideNames(file);
  return `--- ${oldName}\n+++ ${newName}\n${decodePatch(file.patchBytes)}`;
}

function sideNames({ status, oldPath, newPath }: ChangedFile): [old: string, now: string] {
  return [status === 'added' ? '/dev/null' : `a/${oldPath}`, status === 'deleted' ? '/dev/null' : `b/${newPath}`];
}

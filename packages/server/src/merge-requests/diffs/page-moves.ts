import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { DiffMove } from '@tributary/contract/merge-requests/diffs.ts';
import { type IndexFile, type IndexMove, markInlineChanges, parsePatch } from '@tributary/git';
import { escapeHtml } from '../../platform/markup/index.ts';

type Side = IndexMove['side'];
type LineTexts = { old: Map<number, string>; new: Map<number, string> };
/** Hunks of files that hold the other ends, by index. */
export type OtherPatches = ReadonlyMap<number, Buffer>;

/** Files whose hunks are needed to show what was edited inside the moves of others. */
export function filesToShowMoves(files: readonly IndexFile[]): number[] {
  const edited = files.flatMap((file) => file.moves.filter((move) => move.editedLines > 0));
  return [...new Set(edited.map((move) => move.otherFile))];
}

/** Says of each line that is part of a move where it was or went. */
export function markMovedLines(lines: readonly PageDiffLine[], moves: readonly IndexMove[]): PageDiffLine[] {
  if (moves.length === 0) return [...lines];
  const bySide = { old: moves.filter(({ side }) => side === 'old'), new: moves.filter(({ side }) => side === 'new') };
  return lines.map((line) => {
    const side = sideOf(line);
    if (side === null) return line;
    const number = (side === 'old' ? line.old_line : line.new_line) ?? 0;
    const move = bySide[side].find(({ start, end }) => start <= number && number <= end);
    return move ? { ...line, moved: { id: move.id, line: otherLine(move, number) } } : line;
  });
}

function sideOf({ type }: PageDiffLine): Side | null {
  if (type === 'old' || type === 'old-nonewline') return 'old';
  return type === 'new' || type === 'new-nonewline' ? 'new' : null;
}

function otherLine(move: IndexMove, line: number): number | null {
  const segment = move.segments.find(([start, , length]) => start <= line && line < start + length);
  return segment ? segment[1] + line - segment[0] : null;
}

/** Both ends of each move, with the edits inside alone. `lines` are all lines of the file. */
export function toPageMoves(
  moves: readonly IndexMove[],
  lines: readonly PageDiffLine[],
  files: readonly IndexFile[],
  patches: OtherPatches,
): DiffMove[] {
  const codes = new Map(lines.map((line) => [`${sideOf(line)}:${line.old_line}:${line.new_line}`, line]));
  const texts = new Map<number, LineTexts>();
  return moves.flatMap((move) => {
    const other = files[move.otherFile];
    if (!other) return [];
    const known = texts.get(move.otherFile) ?? textsOf(patches.get(move.otherFile));
    texts.set(move.otherFile, known);
    const here = (line: number) => codes.get(move.side === 'old' ? `old:${line}:null` : `new:null:${line}`);
    const there = (line: number) => (move.side === 'old' ? known.new : known.old).get(line);
    return {
      id: move.id,
      side: move.side,
      start_line: move.start,
      end_line: move.end,
      other: {
        file_hash: other.fileHash,
        file_path: other.status === 'deleted' ? other.oldPath : other.newPath,
        index: move.otherFile,
        start_line: move.otherStart,
        end_line: move.otherEnd,
      },
      edited_lines: move.editedLines,
      reindented: move.isReindented,
      edits: editsOf(move, here, there),
    };
  });
}

function editsOf(
  move: IndexMove,
  here: (line: number) => PageDiffLine | undefined,
  there: (line: number) => string | undefined,
): PageDiffLine[] {
  const edits: PageDiffLine[] = [];
  const otherSide: Side = move.side === 'old' ? 'new' : 'old';
  for (const [at, [start, otherStart, length]] of move.segments.entries()) {
    const next = move.segments[at + 1];
    if (!next) break;
    const mine = numbers(start + length, next[0]).flatMap((line) => here(line) ?? []);
    const others = numbers(otherStart + length, next[1]).flatMap((line) => {
      const text = there(line);
      return text === undefined ? [] : [lineThere(otherSide, line, text)];
    });
    edits.push(...marked(move.side === 'old' ? [mine, others] : [others, mine]));
  }
  return edits;
}

/** Removed lines before added ones; where there are as many of both, with what changed inside them. */
function marked([removed, added]: [PageDiffLine[], PageDiffLine[]]): PageDiffLine[] {
  if (removed.length !== added.length) return [...removed, ...added].map(withRanges([]));
  const changes = removed.map((line, at) => markInlineChanges(line.text, added[at]?.text ?? ''));
  return [
    ...removed.map((line, at) => withRanges(changes[at]?.old ?? [])(line)),
    ...added.map((line, at) => withRanges(changes[at]?.new ?? [])(line)),
  ];
}

/** Instead of those against the line that stands beside it in the file. */
function withRanges(ranges: { start: number; end: number }[]) {
  return ({ changed_ranges: _replaced, ...line }: PageDiffLine): PageDiffLine =>
    ranges.length > 0 ? { ...line, changed_ranges: ranges } : line;
}

function lineThere(side: Side, line: number, text: string): PageDiffLine {
  return {
    line_code: null,
    type: side,
    old_line: side === 'old' ? line : null,
    new_line: side === 'new' ? line : null,
    text,
    rich_text: escapeHtml(text),
    meta_data: null,
  };
}

function numbers(from: number, until: number): number[] {
  return Array.from({ length: Math.max(0, until - from) }, (_unused, at) => from + at);
}

function textsOf(patch: Buffer | undefined): LineTexts {
  const texts: LineTexts = { old: new Map(), new: new Map() };
  for (const hunk of patch ? parsePatch(patch) : []) {
    for (const line of hunk.lines) {
      if (line.oldLine !== null && line.type === 'removed') texts.old.set(line.oldLine, line.text);
      if (line.newLine !== null && line.type === 'added') texts.new.set(line.newLine, line.text);
    }
  }
  return texts;
}

import { displayPath } from '@tributary/contract/projects/display-path.ts';
import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { DiffMove } from '@tributary/contract/merge-requests/diffs.ts';
import { type IndexFile, type IndexMove, markInlineChanges, PatchLines } from '@tributary/git';
import { escapeLine } from '../../platform/highlight/index.ts';
import type { FileLines } from './file-lines.ts';

type Side = IndexMove['side'];
/** Hunks of files that hold the other ends, by index. */
export type OtherPatches = ReadonlyMap<number, Buffer>;

/** Files whose hunks are needed to show what was edited inside the moves of others. */
export function filesToShowMoves(files: readonly IndexFile[]): number[] {
  const edited = files.flatMap((file) => file.moves.filter((move) => move.editedLines > 0));
  return [...new Set(edited.map((move) => move.otherFile))];
}

/** Says of a line that is part of a move where it was or went. */
export class MovedLines {
  readonly #bySide: Record<Side, IndexMove[]>;

  constructor(moves: readonly IndexMove[]) {
    this.#bySide = { old: moves.filter(({ side }) => side === 'old'), new: moves.filter(({ side }) => side === 'new') };
  }

  find(side: Side, line: number): PageDiffLine['moved'] {
    for (const move of this.#bySide[side])
      if (move.start <= line && line <= move.end) return { id: move.id, line: otherLine(move, line) };
    return undefined;
  }
}

function otherLine(move: IndexMove, line: number): number | null {
  const segment = move.segments.find(([start, , length]) => start <= line && line < start + length);
  return segment ? segment[1] + line - segment[0] : null;
}

/** Both ends of each move, with the edits inside alone. `lines` are all lines of the file. */
export function toPageMoves(
  moves: readonly IndexMove[],
  lines: FileLines,
  files: readonly IndexFile[],
  patches: OtherPatches,
): DiffMove[] {
  const others = new Map<number, PatchLines>();
  return moves.flatMap((move) => {
    const other = files[move.otherFile];
    if (!other) return [];
    const otherPath = other.status === 'deleted' ? other.oldPath : other.newPath;
    const otherSide: Side = move.side === 'old' ? 'new' : 'old';
    const here = (line: number) => lines.findLine(move.side, line);
    const there = (line: number) => {
      const known = others.get(move.otherFile) ?? new PatchLines(patches.get(move.otherFile) ?? Buffer.alloc(0));
      others.set(move.otherFile, known);
      const at = known.find(otherSide, line);
      return at < 0 ? undefined : known.textOf(at);
    };
    return {
      id: move.id,
      side: move.side,
      start_line: move.start,
      end_line: move.end,
      other: {
        file_hash: other.fileHash,
        file_path: otherPath,
        name: displayPath(otherPath),
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
    rich_text: escapeLine(text),
    meta_data: null,
  };
}

function numbers(from: number, until: number): number[] {
  return Array.from({ length: Math.max(0, until - from) }, (_unused, at) => from + at);
}

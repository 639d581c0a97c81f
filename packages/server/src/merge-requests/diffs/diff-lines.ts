import { type Hunk, type InlineLine, markInlineChanges, pairChangedLines, toInlineLines } from '@tributary/git';
import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { escapeHtml } from '../../platform/markup/index.ts';

export type SideColours = { old: readonly string[] | undefined; new: readonly string[] | undefined };

/** Lines of one file's hunks as pages show them; without colours each is its escaped text. */
export function toPageLines(
  path: string,
  hunks: readonly Hunk[],
  colours: SideColours,
  newLineCount?: number,
): PageDiffLine[] {
  const marks = changedRanges(hunks);
  return toInlineLines(path, hunks, newLineCount === undefined ? {} : { newLineCount }).map((line) =>
    toPageLine(line, colours, marks),
  );
}

function toPageLine(line: InlineLine, colours: SideColours, marks: Marks): PageDiffLine {
  const ranges = line.type === 'old' ? marks.old.get(line.oldLine ?? 0) : marks.new.get(line.newLine ?? 0);
  return {
    line_code: line.lineCode,
    type: typeOf(line),
    old_line: line.oldLine,
    new_line: line.newLine,
    text: line.text,
    rich_text: richText(line, colours),
    meta_data: line.metaData ? { old_pos: line.metaData.oldPosition, new_pos: line.metaData.newPosition } : null,
    ...((line.type === 'old' || line.type === 'new') && ranges && { changed_ranges: ranges }),
  };
}

function typeOf(line: InlineLine): PageDiffLine['type'] {
  if (line.noNewline && line.type === 'new') return 'new-nonewline';
  if (line.noNewline && line.type === 'old') return 'old-nonewline';
  return line.type;
}

export function richText(
  line: Pick<InlineLine, 'type' | 'oldLine' | 'newLine' | 'text'>,
  colours: SideColours,
): string {
  const coloured =
    line.type === 'match'
      ? undefined
      : line.type === 'old'
        ? colours.old?.[(line.oldLine ?? 0) - 1]
        : colours.new?.[(line.newLine ?? 0) - 1];
  return coloured ?? escapeHtml(line.text);
}

type Range = { start: number; end: number };
type Marks = { old: Map<number, Range[]>; new: Map<number, Range[]> };

/** What changed inside lines that stand for each other, by line number of their side. */
function changedRanges(hunks: readonly Hunk[]): Marks {
  const marks: Marks = { old: new Map(), new: new Map() };
  for (const hunk of hunks) {
    for (const { removed, added } of pairChangedLines(hunk)) {
      const changes = markInlineChanges(removed.text, added.text);
      if (changes.old.length > 0 && removed.oldLine !== null) marks.old.set(removed.oldLine, changes.old);
      if (changes.new.length > 0 && added.newLine !== null) marks.new.set(added.newLine, changes.new);
    }
  }
  return marks;
}

/** Side by side: indexes into the inline lines, removed and added lines of one change beside each other. */
export function pairRows(lines: readonly PageDiffLine[]): { left: number | null; right: number | null }[] {
  const rows: { left: number | null; right: number | null }[] = [];
  let removed: number[] = [];
  let added: number[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
      rows.push({ left: removed[at] ?? null, right: added[at] ?? null });
    }
    removed = [];
    added = [];
  };
  for (const [index, line] of lines.entries()) {
    if (line.type === 'old' || line.type === 'old-nonewline') {
      if (added.length > 0) flush();
      removed.push(index);
    } else if (line.type === 'new' || line.type === 'new-nonewline') added.push(index);
    else {
      flush();
      rows.push({ left: index, right: index });
    }
  }
  flush();
  return rows;
}

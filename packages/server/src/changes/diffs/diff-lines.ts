import type { InlineLine, TextRange } from '@tributary/git';
import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { escapeLine } from '../../platform/highlight/index.ts';

export type SideColours = { old: readonly string[] | undefined; new: readonly string[] | undefined };

/** A line as pages show it; without colours it is its escaped text. */
export function toPageLine(
  line: InlineLine,
  colours: SideColours,
  changedRanges: readonly TextRange[] | undefined,
): PageDiffLine {
  return {
    line_code: line.lineCode,
    type: typeOf(line),
    old_line: line.oldLine,
    new_line: line.newLine,
    text: line.text,
    rich_text: richText(line, colours),
    meta_data: line.metaData ? { old_pos: line.metaData.oldPosition, new_pos: line.metaData.newPosition } : null,
    ...(changedRanges && { changed_ranges: [...changedRanges] }),
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
  return coloured ?? escapeLine(line.text);
}

import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import type { SuggestedLines } from '../writing/markdown-editor.tsx';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { Select } from '../../ui/select.tsx';
import { lineKey } from '../model/line-key.ts';
import { useKeptStart } from './kept-start.ts';
import type { LinesFile } from './lines-file.ts';
import { lineName, rangeOf, startsFor } from './line-range.ts';
import { PositionForm } from './position-form.tsx';

/** Where a comment on this line hangs: an added line has a new number only, a removed one an old number only. */
export function positionOf(file: LinesFile, row: DiffRow, first?: DiffRow): DiffPosition {
  const range = rangeOf(first, row);
  return {
    ...file.diff_refs,
    old_path: file.old_path,
    new_path: file.new_path,
    position_type: 'text',
    old_line: row.kind === 'added' ? null : row.oldLine,
    new_line: row.kind === 'removed' ? null : row.newLine,
    ...(range && { line_range: range }),
  };
}

/** What a suggestion starts with: the lines, while they are there after the change. */
function suggestedLines(file: LinesFile, rows: readonly DiffRow[]): SuggestedLines | undefined {
  if (rows.some((row) => row.kind === 'removed')) return undefined;
  const texts = rows.map(
    ({ text, lineCode }) =>
      text ?? file.highlighted_diff_lines?.find((line) => line.line_code === lineCode && line.type !== 'match')?.text,
  );
  if (texts.includes(undefined)) return undefined;
  return { text: texts.join('\n'), above: rows.length - 1 };
}

export type LineFormProps = {
  file: LinesFile;
  rows: readonly DiffRow[];
  /** The row that the form stands below, and the last one it is about. */
  index: number;
  /** Names the first one (`lineKey`); null for one line. */
  start: string | null;
  onStart: (start: string | null) => void;
  /** The one commit that is looked at, where the changes of many are talked about. */
  lookedAt?: string | null | undefined;
  /** Names what is being written. */
  field: string;
  /** How often its reader asked for it. */
  asked: number;
  onClose: () => void;
};

/** A comment on one line, or on those from another one down to it. */
export function LineForm(props: LineFormProps) {
  const { file, rows, index, onStart, lookedAt, field, asked, onClose } = props;
  const row = rows[index];
  const { start, keep } = useKeptStart(field, props.start);
  if (!row) return null;
  const nameAt = (at: number) => lineKey(rows[at] ?? row, file.diff_refs);
  const choose = (name: string) => {
    const next = name === nameAt(index) ? null : name;
    keep(next);
    onStart(next);
  };
  // What was begun long ago knows it by its code.
  const isStart = (at: number) => start !== null && [nameAt(at), rows[at]?.lineCode].includes(start);
  const starts = startsFor(rows, index, start === null ? null : isStart);
  const first = starts.find(isStart) ?? index;
  const number = row.newLine ?? row.oldLine ?? '';
  return (
    <div className="flex flex-col gap-2">
      {starts.length > 1 && (
        <div className="flex items-center gap-2 text-sm text-fg-muted">
          {first === index ? 'Line' : 'Lines'}
          <Select
            label="First line of the comment"
            labelHidden
            size="sm"
            lateOptions
            value={nameAt(first)}
            onValueChange={choose}
            options={starts.map((at) => ({ value: nameAt(at), label: lineName(rows[at] ?? row) }))}
          />
          {first !== index && `to ${lineName(row)}`}
        </div>
      )}
      <PositionForm
        label={`Comment on line ${number}`}
        field={field}
        base={start}
        position={positionOf(file, row, rows[first])}
        suggestion={suggestedLines(file, rows.slice(first, index + 1))}
        lookedAt={lookedAt}
        autoFocus={asked > 0}
        asked={asked}
        onClose={onClose}
      />
    </div>
  );
}

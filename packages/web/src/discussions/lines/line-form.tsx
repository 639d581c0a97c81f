import type { SuggestedLines } from '../writing/markdown-editor.tsx';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { Select } from '../../ui/select.tsx';
import { lineKey, removedKey } from '../model/line-key.ts';
import { useAutosavedLineStart } from './use-autosaved-line-start.ts';
import { LINE_FIELD } from './line-field.ts';
import type { LinesFile } from './lines-file.ts';
import { asCommentedRow, positionOf } from './line-position.ts';
import { lineName, startsFor } from './line-range.ts';
import { PositionForm } from './position-form.tsx';

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
  const { start, keep } = useAutosavedLineStart(field, props.start);
  if (!row) return null;
  const nameAt = (at: number) => lineKey(rows[at] ?? row, file.diff_refs);
  const choose = (name: string) => {
    const next = name === nameAt(index) ? null : name;
    keep(next);
    onStart(next);
  };
  // What was begun long ago knows it by its code.
  const namesAt = (at: number) => [nameAt(at), removedKey(rows[at] ?? row, file.diff_refs), rows[at]?.lineCode];
  const isStart = (at: number) => start !== null && namesAt(at).includes(start);
  const starts = startsFor(rows, index, start === null ? null : isStart);
  const first = starts.find(isStart) ?? index;
  const name = field.slice(`${LINE_FIELD}${file.file_hash}_`.length);
  const begun = asCommentedRow(row, name, file.diff_refs);
  const about = rows.slice(first, index).map((each) => asCommentedRow(each, start, file.diff_refs));
  const number = begun.newLine ?? begun.oldLine ?? '';
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
          {first !== index && `to ${lineName(begun)}`}
        </div>
      )}
      <PositionForm
        label={`Comment on line ${number}`}
        field={field}
        base={start}
        position={positionOf(file, begun, about[0])}
        suggestion={suggestedLines(file, [...about, begun])}
        lookedAt={lookedAt}
        autoFocus={asked > 0}
        asked={asked}
        onClose={onClose}
      />
    </div>
  );
}

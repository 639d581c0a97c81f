import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { emptyTable } from '../model/markdown-table.ts';
import { canEditTable, editTable, type TableAt, tableAt, type TableEdit } from '../model/table-edits.ts';
import type { Surface } from './surface.ts';
import { TablePicker } from './table-picker.tsx';

const EDITS: readonly { edit: TableEdit; label: string }[] = [
  { edit: 'row-above', label: 'Insert row above' },
  { edit: 'row-below', label: 'Insert row below' },
  { edit: 'column-left', label: 'Insert column left' },
  { edit: 'column-right', label: 'Insert column right' },
  { edit: 'delete-row', label: 'Delete row' },
  { edit: 'delete-column', label: 'Delete column' },
];

function TableEdits({ table, onEdit }: { table: TableAt; onEdit: (edit: TableEdit) => void }) {
  const group = useRef<HTMLDivElement>(null);
  // It may come later than what it stands in, which gives the keyboard to what is there.
  useEffect(() => group.current?.querySelector<HTMLElement>('button:enabled')?.focus(), []);
  return (
    <div role="group" aria-label="Table tools" ref={group} className="flex flex-col">
      {EDITS.map(({ edit, label }) => (
        <Button
          key={edit}
          variant="ghost"
          className="justify-start!"
          disabled={!canEditTable(table, edit)}
          onClick={() => onEdit(edit)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

/** What can be done with a table where the caret is. */
export default function TableTools({ surface, onDone }: { surface: RefObject<Surface | null>; onDone: () => void }) {
  const now = (): TableAt | null =>
    surface.current && tableAt(surface.current.read(), surface.current.selection().start);
  const [table] = useState(now);
  if (!table) {
    return (
      <TablePicker
        onPick={({ columns, rows }) => {
          const { markdown, selected } = emptyTable(columns, rows);
          onDone();
          surface.current?.insertBlock(markdown, selected);
        }}
      />
    );
  }
  const change = (edit: TableEdit): void => {
    onDone();
    // As it is at this moment: a text may have come from another device meanwhile.
    const current = now();
    if (!current || !canEditTable(current, edit)) return;
    const { text, caret } = editTable(current, edit);
    const start = current.from + caret;
    surface.current?.rewrite(current.from, current.to, text, { start, end: start });
  };
  return <TableEdits table={table} onEdit={change} />;
}

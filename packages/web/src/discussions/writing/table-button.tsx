import { Table } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyPopover } from '../../ui/lazy-popover.tsx';
import { loadedLater } from '../../ui/loaded-later.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { emptyTable } from '../model/markdown-table.ts';
import type { TextSelection } from './surface.ts';

const TablePicker = loadedLater(() => import('./table-picker.tsx'));

/** Puts an empty table into the text, of a size that is chosen first. */
export function TableButton({ onInsert }: { onInsert: (markdown: string, selected: TextSelection) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <LazyPopover
      title="Insert a table"
      padded
      width="sm"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton icon={Table} label="Insert a table" variant="ghost" size="sm" />}
    >
      <Suspense fallback={<Spinner label="Loading the sizes" />}>
        <TablePicker
          onPick={({ columns, rows }) => {
            const { markdown, selected } = emptyTable(columns, rows);
            setOpen(false);
            onInsert(markdown, selected);
          }}
        />
      </Suspense>
    </LazyPopover>
  );
}

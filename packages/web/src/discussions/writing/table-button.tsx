import { Table } from 'lucide-react';
import { type RefObject, Suspense, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyPopover } from '../../ui/lazy-popover.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Surface } from './surface.ts';

const TableTools = lazyPart(() => import('./table-tools.tsx'));

/** Puts an empty table into the text, of a size that is chosen first; or changes the one that the caret stands in. */
export function TableButton({ surface, disabled }: { surface: RefObject<Surface | null>; disabled?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <LazyPopover
      title="Table"
      padded
      width="sm"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton icon={Table} label="Table" variant="ghost" size="sm" disabled={disabled} />}
    >
      {/* As high before it is there: the side on which it opens is chosen once. */}
      <div className="min-h-42 pointer-coarse:min-h-66">
        <Suspense fallback={<Spinner label="Loading table sizes" />}>
          <TableTools surface={surface} onDone={() => setOpen(false)} />
        </Suspense>
      </div>
    </LazyPopover>
  );
}

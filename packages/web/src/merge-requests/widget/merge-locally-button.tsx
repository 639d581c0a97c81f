import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const MergeLocallyDialog = lazyPart(
  () => import('./merge-locally-dialog.tsx'),
  ({ onClose }) => onClose,
);

/** Opens the help for merging in a clone; its file is loaded then. */
export function MergeLocallyButton({ data }: { data: WidgetData }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        Merge locally
      </Button>
      {isOpen && (
        <Suspense>
          <MergeLocallyDialog data={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

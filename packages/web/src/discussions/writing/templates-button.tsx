import { MessageSquareText } from 'lucide-react';
import { type RefObject, Suspense, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyPopover } from '../../ui/lazy-popover.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Surface } from './surface.ts';

const TemplateList = lazyPart(() => import('./template-list.tsx'));

/** Puts one of the writer's own templates into the text. */
export function TemplatesButton({ surface, disabled }: { surface: RefObject<Surface | null>; disabled?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <LazyPopover
      title="Insert comment template"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          icon={MessageSquareText}
          label="Insert comment template"
          variant="ghost"
          size="sm"
          disabled={disabled}
        />
      }
    >
      {/* As high before it is there: the side on which it opens is chosen once. */}
      <div className="flex min-h-60 flex-col">
        <Suspense fallback={<Spinner label="Loading the templates" />}>
          <TemplateList surface={surface} onDone={() => setOpen(false)} />
        </Suspense>
      </div>
    </LazyPopover>
  );
}

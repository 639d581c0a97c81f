import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { CommitRows } from './commit-rows.tsx';
import type { PickContextProps } from './pick-context-commits.tsx';

type Context = Pick<NonNullable<MergeRequestShowPageData['commits']>, 'context' | 'contextPath' | 'contextForm'>;

const PickContext = lazyPart<PickContextProps>(
  () => import('./pick-context-commits.tsx'),
  ({ onClose }) => onClose,
);

/** What the target branch has already and what helps to understand the rest; with what names it, for those who may. */
export function ContextCommits({ context, contextPath, contextForm: form }: Context) {
  const [isOpen, setOpen] = useState(false);
  if (context.length === 0 && !form) return null;
  const close = () => setOpen(false);
  return (
    <section aria-labelledby="context-commits" className="pt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pb-2">
        <h2 id="context-commits" className="text-md font-semibold">
          Context commits
        </h2>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {context.length > 0 && (
            <a href={contextPath} className="text-accent-fg hover:underline">
              View changes
            </a>
          )}
          {form && (
            <Button
              size="sm"
              onClick={() => setOpen(true)}
              onPointerEnter={() => void PickContext.preload()}
              onFocus={() => void PickContext.preload()}
            >
              {context.length === 0 ? 'Add previously merged commits' : 'Add or remove commits'}
            </Button>
          )}
        </span>
      </div>
      {context.length === 0 ? (
        <p className="text-fg-muted">Previously merged commits that give context for this merge request.</p>
      ) : (
        <CommitRows commits={context} />
      )}
      {form && isOpen && (
        <Suspense fallback={null}>
          <PickContext form={form} named={context} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}

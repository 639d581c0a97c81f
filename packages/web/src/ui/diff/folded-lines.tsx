import type { ReactNode } from 'react';
import { focusWhatComes } from '../../lib/focus-what-comes.ts';
import { Button } from '../button.tsx';

/** Why lines are kept back, wherever changes are shown. */
export const FOLD_REASONS = {
  too_large: 'Changes are too large to be shown.',
  over_budget: 'Changes are collapsed because this diff is large.',
};

type FoldedLinesProps = { children: ReactNode; action?: string; busy?: boolean; onShow: () => void };

/** Stands in for lines that are folded until someone asks for them. */
export function FoldedLines({ children, action = 'Show changes', busy = false, onShow }: FoldedLinesProps) {
  return (
    <p className="flex min-h-16 flex-wrap items-center justify-center gap-3 px-4 py-3 text-center text-fg-muted">
      {children}
      <Button
        size="sm"
        busy={busy}
        onClick={(event) => {
          focusWhatComes(event.currentTarget);
          onShow();
        }}
      >
        {action}
      </Button>
    </p>
  );
}

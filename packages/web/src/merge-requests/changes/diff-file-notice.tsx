import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { RotateCw } from 'lucide-react';
import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';
import { FOLD_REASONS, FoldedLines } from '../../ui/diff/folded-lines.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { focusWhatComes } from '../../lib/focus-what-comes.ts';
import { readNames } from './read-names.ts';

const GeneratedReason = lazyPart<{ file: PageDiffFile }>(() => import('./generated-reason.tsx'));

/** Stands in for the lines while the file is folded. */
export function FoldNotice({ file, onOpen }: { file: PageDiffFile; onOpen: () => void }) {
  const reason = file.collapse_reason;
  return (
    <FoldedLines onShow={onOpen}>
      {reason === 'generated' ? (
        <Suspense fallback="This file is generated, so its changes are collapsed.">
          <GeneratedReason file={file} />
        </Suspense>
      ) : reason === 'too_large' || reason === 'over_budget' ? (
        FOLD_REASONS[reason]
      ) : (
        'This file is collapsed.'
      )}
    </FoldedLines>
  );
}

export function LoadingNotice({ file }: { file: PageDiffFile }) {
  return (
    <p className="flex h-16 items-center justify-center">
      <Spinner label={`Loading ${readNames(file).file_path}`} />
    </p>
  );
}

export function LoadFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <ErrorState
      title="Unable to load the diff"
      text={text}
      action={
        <Button
          icon={RotateCw}
          data-retry
          onClick={(event) => {
            focusWhatComes(event.currentTarget);
            onRetry();
          }}
        >
          Try again
        </Button>
      }
    />
  );
}

import type { GeneratedReason, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { RotateCw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { FOLD_WORDS, FoldedLines } from '../../ui/diff/folded-lines.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { focusWhatComes } from '../../lib/focus-what-comes.ts';
import { readNames } from './read-names.ts';

const GENERATED: Record<GeneratedReason, string> = {
  attribute: '.gitattributes says that this file is generated, so its changes are folded.',
  no_diff_attribute: '.gitattributes says that this file has no changes worth showing, so they are folded.',
  lock_file: 'A tool writes this file to hold versions fast, so its changes are folded.',
  minified: 'This file is minified, so its changes are folded.',
  name: 'Its name says that a tool wrote this file, so its changes are folded.',
};

function foldReason(file: PageDiffFile): string {
  if (file.collapse_reason === 'generated' && file.generated_reason) return GENERATED[file.generated_reason];
  if (file.collapse_reason === 'generated') return 'This file is generated, so its changes are folded.';
  const reason = file.collapse_reason;
  return reason === 'too_large' || reason === 'over_budget' ? FOLD_WORDS[reason] : 'This file is collapsed.';
}

/** Stands in for the lines while the file is folded. */
export function FoldNotice({ file, onOpen }: { file: PageDiffFile; onOpen: () => void }) {
  return <FoldedLines onShow={onOpen}>{foldReason(file)}</FoldedLines>;
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

import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { Check } from 'lucide-react';
import { Suspense, useSyncExternalStore } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { useChanges } from '../changes-context.ts';
import { ViewedFilesFailure } from '../change-notices.ts';
import { type Reviewed, useViewedFiles, useViewedHashes } from './viewed-files-provider.tsx';
import { readNames } from '../read-names.ts';

type State = 'loading' | 'none' | 'reviewed' | 'open';

function useFileState({ marks }: Reviewed, hash: string): State {
  return useSyncExternalStore(marks.subscribe, () => {
    if (!marks.isLoaded) return 'loading';
    if (marks.isUncounted(hash)) return 'none';
    return marks.has(hash) ? 'reviewed' : 'open';
  });
}

function FileCheckbox({ file, reviewed }: { file: DiffFileSummary; reviewed: Reviewed }) {
  const state = useFileState(reviewed, file.file_hash);
  if (state === 'none') return null;
  return (
    <Checkbox
      label={
        <>
          Viewed<span className="sr-only"> {readNames(file).file_path}</span>
        </>
      }
      checked={state === 'reviewed'}
      disabled={state === 'loading'}
      onCheckedChange={() => reviewed.toggle(file.file_hash)}
      className="shrink-0 items-center! text-sm max-sm:justify-center [&>button]:mt-0! max-sm:[&_label]:sr-only"
    />
  );
}

/** In the header of each file. */
export function ViewedCheckbox({ file }: { file: DiffFileSummary }) {
  const reviewed = useViewedFiles();
  return reviewed && <FileCheckbox file={file} reviewed={reviewed} />;
}

function FileTick({ file, reviewed }: { file: DiffFileSummary; reviewed: Reviewed }) {
  if (useFileState(reviewed, file.file_hash) !== 'reviewed') return null;
  return (
    <span className="flex shrink-0 text-success" title="Viewed">
      <Check aria-hidden size={14} />
      <span className="sr-only">viewed</span>
    </span>
  );
}

/** In the tree. */
export function ViewedTick({ file }: { file: DiffFileSummary }) {
  const reviewed = useViewedFiles();
  return reviewed && <FileTick file={file} reviewed={reviewed} />;
}

/** How far one has come, of all files of the version. Its place is kept until that is known, and at any count. */
export function ReviewProgress() {
  const reviewed = useViewedFiles();
  const hashes = useViewedHashes(reviewed);
  const { size } = useChanges().metadata;
  if (!reviewed || !hashes) return null;
  const { isLoaded } = reviewed.marks;
  const total = isLoaded ? reviewed.marks.total : size;
  if (total === 0) return null;
  const text = `${hashes.size} of ${total} viewed`;
  return (
    <div className="flex items-center gap-2 text-fg-muted">
      {reviewed.onRetry ? (
        <Suspense fallback={null}>
          <ViewedFilesFailure onRetry={reviewed.onRetry} />
        </Suspense>
      ) : (
        <>
          <div className="w-16 max-sm:hidden">
            {isLoaded && <ProgressBar value={hashes.size / total} label="Viewed files" detail={text} labelHidden />}
          </div>
          <span className="grid *:[grid-area:1/1]">
            <span className="invisible">{`${total} of ${total} viewed`}</span>
            {isLoaded && <span role="status">{text}</span>}
          </span>
        </>
      )}
    </div>
  );
}

function filterOf(isReviewed: boolean, key: string, label: string) {
  return () => {
    const reviewed = useViewedFiles();
    const hashes = useViewedHashes(reviewed);
    if (!reviewed || !hashes) return null;
    const isAll = hashes.size === reviewed.marks.total;
    return {
      key,
      label,
      isOffered: hashes.size > 0 && !isAll,
      keeps: (file: DiffFileSummary) => hashes.has(file.file_hash) === isReviewed,
    };
  };
}

export const useUnviewedFilter = filterOf(false, 'unreviewed', 'Not viewed');
export const useViewedFilter = filterOf(true, 'reviewed', 'Viewed');

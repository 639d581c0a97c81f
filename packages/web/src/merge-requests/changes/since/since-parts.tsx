import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { History } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { usePageUrl } from '../../../app/navigation.tsx';
import { Button } from '../../../ui/button.tsx';
import { useChanges } from '../changes-context.ts';
import { MANY_FILES } from './many-files.ts';
import { useRebased } from './rebased-context.ts';
import { HiddenHunks, SinceSummary } from './load-since-parts.ts';

/** Between the toolbar and the files, where that is not all changes. */
export function SinceNotice() {
  const {
    start_version: version,
    start_commit: commit,
    diff_head: isToday,
    context_commits_diff: context,
  } = useChanges().metadata;
  const isOther = isToday || context?.showing_context_commits_diff === true;
  const rebased = useRebased();
  if (!rebased || (!version && commit === null && !isOther)) return null;
  return (
    <Suspense fallback={null}>
      <SinceSummary rebased={rebased} version={version} commit={commit} />
    </Suspense>
  );
}

/** Offered to who has seen an earlier version, also after the newest was seen. */
export function SinceButton() {
  const { mergeRequest, metadata, params } = useChanges();
  const { renameSearch } = usePageUrl();
  const look = mergeRequest?.review.lastLook;
  const isPlain = params.start_sha === undefined && params.commit_id === undefined && metadata.latest_diff;
  // A version that arrived while this one is read is offered elsewhere.
  const isRead = look?.headSha === metadata.merge_request_diff?.head_commit_sha;
  if (!look || !isPlain || isRead) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={History}
      onClick={() => renameSearch({ start_sha: look.headSha, diff_id: null })}
    >
      New since version {look.versionNumber}
    </Button>
  );
}

/** Among a thousand files of others, a file of the author may have been folded for want of room: here there is room. */
export function OpenFewFiles({ file, loaded }: { file: DiffFileSummary; loaded: PageDiffFile | null }) {
  const { files, metadata, views } = useChanges();
  const isFew = files.length < metadata.size && files.length <= MANY_FILES;
  const isWanted = isFew && loaded?.collapse_reason === 'over_budget';
  useEffect(() => {
    if (isWanted && views.get(file.file_hash).collapse === null) views.fold(file.file_hash, 'open');
  }, [isWanted, views, file]);
  return null;
}

/** Above the lines of a file. */
export function RebasedInFile({ file, loaded }: { file: DiffFileSummary; loaded: PageDiffFile | null }) {
  const rebased = useRebased();
  if (!loaded || rebased?.partOf(file.file_hash) === undefined) return null;
  return (
    <Suspense fallback={null}>
      <HiddenHunks file={loaded} rebased={rebased} />
    </Suspense>
  );
}

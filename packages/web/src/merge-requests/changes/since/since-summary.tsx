import type { DiffVersionEntry, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { useMemo } from 'react';
import { usePageUrl } from '../../../app/navigation.tsx';
import { plural } from '../../../lib/format.ts';
import { focusWhatComes } from '../../../lib/focus-what-comes.ts';
import { Time } from '../../../lib/time.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useChanges } from '../changes-context.ts';
import { showAllChanges } from '../show-all-changes.ts';
import { useFileComments } from '../use-file-comments.ts';
import { toDiffRows } from '../../../discussions/model/to-diff-rows.ts';
import { countHidden } from './hide-rebased.ts';
import { type Rebased, useRebasedRows } from './rebased-context.ts';

/** What came with the rebase, in words that add up. */
function rebasedWords({ files, parts }: Rebased['changes'], isShown: boolean): string {
  const whole = files.length > 0 ? `All changes in ${plural(files.length, 'file')}` : '';
  const some = parts.length > 0 ? `some in ${plural(parts.length, 'file')}` : '';
  const what = whole && some ? `${whole} and ${some}` : whole || `Some changes in ${plural(parts.length, 'file')}`;
  return `${what} come only from the updated target branch and ${isShown ? 'are marked' : 'are hidden'}.`;
}

function tooLargeWords(files: number): string {
  const [which, there] = files === 1 ? ['1 file is', 'it'] : [`${files} files are`, 'them'];
  return `${which} too large to separate target branch changes, so all changes in ${there} are shown.`;
}

export function RebasedSummary({ rebased }: { rebased: Rebased }) {
  const { changes, isUnknown, isAllShown } = rebased;
  if (isUnknown) return <p>Changes from the updated target branch could not be identified, so they are shown too.</p>;
  const isFound = changes.files.length + changes.parts.length > 0;
  const large = changes.too_large?.length ?? 0;
  if (!isFound && large === 0) return null;
  return (
    <p role="status">
      {[isFound && rebasedWords(changes, isAllShown), large > 0 && tooLargeWords(large)].filter(Boolean).join(' ')}
    </p>
  );
}

/** What is compared with: a version, or a commit in the midst of one. */
type Start = { version: DiffVersionEntry | null; commit: string | null };

function StartWords({ version, commit }: Start) {
  const { mergeRequest, metadata } = useChanges();
  const look = mergeRequest?.review.lastLook;
  if (metadata.diff_head) {
    return (
      <>
        Changes that merging would add to <bdi>{metadata.target_branch_name}</bdi> now. Comments belong to the latest
        version.
      </>
    );
  }
  if (metadata.context_commits_diff?.showing_context_commits_diff) {
    return <>Changes in the context commits. These changes are already in the target branch.</>;
  }
  if (!version) {
    return (
      <>
        Changes since commit <code>{commit?.slice(0, 8)}</code>.
      </>
    );
  }
  if (look?.headSha !== version.head_commit_sha) return <>Changes since version {version.version_index}.</>;
  return (
    <>
      Changes since you viewed version {version.version_index}, <Time value={look.lookedAt} />.
    </>
  );
}

/** Says what is compared when that is not all, and leads back to all changes. */
export function SinceSummary({ rebased, version, commit }: Start & { rebased: Rebased }) {
  const { mergeRequest } = useChanges();
  const { renameSearch } = usePageUrl();
  const hasRebased = rebased.changes.files.length + rebased.changes.parts.length > 0;
  return (
    <Banner
      className="mt-3 max-sm:flex-wrap"
      action={
        <>
          {hasRebased && (
            <Button size="sm" onClick={() => rebased.showAll(!rebased.isAllShown)}>
              {rebased.isAllShown ? 'Hide them' : 'Show them'}
            </Button>
          )}
          <Button size="sm" onClick={() => showAllChanges(mergeRequest, renameSearch, { isReading: true })}>
            Show all changes
          </Button>
        </>
      }
    >
      <p>
        <StartWords version={version} commit={commit} />
      </p>
      <RebasedSummary rebased={rebased} />
    </Banner>
  );
}

/** Above the lines of a file of which something is hidden. */
export function HiddenHunks({ file, rebased }: { file: PageDiffFile; rebased: Rebased }) {
  const said = useFileComments(file.file_hash);
  const rows = useMemo(() => toDiffRows(file.highlighted_diff_lines), [file]);
  const hidden = countHidden(useRebasedRows(file, rows, said));
  if (hidden === 0 || rebased.isShown(file.file_hash)) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 border-b bg-sunken px-4 py-1 text-sm text-fg-muted">
      {plural(hidden, 'change')} from the target branch {hidden === 1 ? 'is' : 'are'} hidden.
      <Button
        size="sm"
        variant="ghost"
        onClick={(event) => {
          focusWhatComes(event.currentTarget);
          rebased.showFile(file.file_hash);
        }}
      >
        Show
      </Button>
    </p>
  );
}

import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { Suspense, useState } from 'react';
import { focusWhatComes } from '../../lib/focus-what-comes.ts';
import { formatBytes } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { sidesOf } from '../../discussions/images/image-sides.ts';
import { ComparedSides } from '../../ui/images/compared-sides.tsx';
import { useChanges } from './changes-context.ts';
import { encodingFact, modeFact, renameFact } from './file-facts.tsx';
import { readNames } from './read-names.ts';

const PdfSides = lazyPart(() => import('./pdf-sides.tsx'));

/** What is told of a file in whose place there are no lines. */
type LineLess = Pick<
  PageDiffFile,
  | 'viewer'
  | 'file_path'
  | 'a_mode'
  | 'b_mode'
  | 'mode_changed'
  | 'renamed_file'
  | 'copied_file'
  | 'blob'
  | 'old_blob_id'
  | 'new_file'
  | 'deleted_file'
  | 'whitespace_only'
  | 'encoding_change'
  | 'stored_externally'
  | 'binary'
  | 'submodule'
  | 'submodule_compare'
  | 'old_raw_path'
  | 'new_raw_path'
  | 'old_size'
  | 'new_size'
>;

function SubmoduleNotice({ file }: { file: LineLess }) {
  const compare = file.submodule_compare;
  if (!compare) return <>Submodule changed.</>;
  const commit = (sha: string) => <code>{sha.slice(0, 8)}</code>;
  if (file.new_file) return <>Submodule added at {commit(compare.new_sha)}.</>;
  if (file.deleted_file) return <>Submodule removed. It was at {commit(compare.old_sha)}.</>;
  return (
    <>
      Submodule updated from {commit(compare.old_sha)} to {commit(compare.new_sha)}.
    </>
  );
}

function sentence(file: LineLess): string {
  if (file.viewer.error_message !== null) return file.viewer.error_message;
  if (isOnlyRenamed(file)) return renameFact(file);
  const mode = modeFact(file);
  if (mode === null || file.whitespace_only) return [withoutMode(file), mode].filter(Boolean).join(' ');
  return file.old_blob_id === file.blob.id ? mode : `${withoutMode(file)} ${mode}`;
}

function withoutMode(file: LineLess): string {
  if (file.whitespace_only) return 'Only whitespace changed. Whitespace changes are hidden.';
  if (file.stored_externally) {
    return `Stored with Git LFS. Changes are not shown line by line. The repository contains only a pointer. File size: ${lfsSizes(file)}.`;
  }
  if (file.binary) return 'Binary file. There are no lines to compare.';
  if (file.new_file) return 'Empty file added.';
  if (file.deleted_file) return 'Empty file deleted.';
  return file.encoding_change ? encodingFact(file.encoding_change) : 'No lines changed.';
}

/** Of the file that the pointers name. */
function lfsSizes({ old_raw_path: old, new_raw_path: now, old_size: before, new_size: after }: LineLess): string {
  if (old === null || before === null || before === after) return formatBytes(after ?? 0);
  if (now === null || after === null) return formatBytes(before);
  return `${formatBytes(before)} before, ${formatBytes(after)} after`;
}

/** Also what has no lines of its own is moved. */
function isOnlyRenamed({ renamed_file: isRenamed, old_blob_id: old, blob }: LineLess): boolean {
  return isRenamed && old === blob.id;
}

/** For a file among those of a merge request, whose reader has chosen what is shown. */
export function NoLines({ file }: { file: PageDiffFile }) {
  const { settings } = useChanges();
  return <NoLinesNotice file={file} onWhitespace={() => settings.setWhitespace(true)} />;
}

type NoLinesNoticeProps = { file: LineLess; onWhitespace?: () => void };

/** What changed in a file that has no lines to show. */
export function NoLinesNotice({ file, onWhitespace }: NoLinesNoticeProps) {
  const [isOpen, setOpen] = useState(false);
  const isPdf = file.binary && !file.stored_externally && /\.pdf$/i.test(file.file_path);
  const sizes = [
    file.old_raw_path && file.old_size !== null
      ? { label: 'before', href: file.old_raw_path, bytes: file.old_size }
      : null,
    file.new_raw_path && file.new_size !== null
      ? { label: 'after', href: file.new_raw_path, bytes: file.new_size }
      : null,
  ].filter((each) => each !== null);
  const notice = (
    <div className="flex min-h-16 flex-wrap items-center justify-center gap-x-4 gap-y-3 px-4 py-3 text-center text-fg-muted">
      <span>{file.submodule && !isOnlyRenamed(file) ? <SubmoduleNotice file={file} /> : sentence(file)}</span>
      {/* Its lines are kept back, not missing. */}
      {file.whitespace_only && onWhitespace && (
        <Button
          size="sm"
          onClick={(event) => {
            focusWhatComes(event.currentTarget);
            onWhitespace();
          }}
        >
          Show whitespace changes
        </Button>
      )}
      {!file.whitespace_only &&
        (file.viewer.name === 'no_preview' || file.viewer.error !== null) &&
        sizes.map((side) => (
          <a key={side.label} className="text-accent-fg hover:underline" href={side.href} download data-native>
            {file.stored_externally
              ? `Download LFS pointer ${side.label}`
              : `Download ${side.label} (${formatBytes(side.bytes)})`}
          </a>
        ))}
      {isPdf && (
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide pages' : 'Show pages'}
        </Button>
      )}
    </div>
  );
  if (!isPdf || !isOpen) return notice;
  return (
    <>
      {notice}
      <Suspense fallback={<div className="h-40" />}>
        <PdfSides file={file} />
      </Suspense>
    </>
  );
}

/** A changed image, where nothing is said about places on it. */
export function ImageSides({ file }: { file: PageDiffFile }) {
  return <ComparedSides path={readNames(file).file_path} sides={sidesOf(file)} />;
}

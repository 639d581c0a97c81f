import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { useRef } from 'react';
import { focusWhatComes } from '../../lib/focus-what-comes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useChanges } from './changes-context.ts';
import { renameFact } from './file-facts.tsx';
import { DiffFileLines } from './diff-file-lines.tsx';
import { LongFileBar } from './long-file-bar.tsx';
import { useFileView } from './use-diff-file.ts';
import { nextRenamed } from './model/full-file-state.ts';
import { showRenamed } from './full-file.ts';

/** A file that has another name and the same lines, which are shown when someone asks for them. */
export default function RenamedBody({ file }: { file: PageDiffFile }) {
  const changes = useChanges();
  const { renamed } = useFileView(file.file_hash);
  const again = useRef<HTMLButtonElement>(null);
  if (renamed === 'success') {
    return (
      <>
        {file.shown_in_parts && <LongFileBar file={file} />}
        <DiffFileLines file={file} />
      </>
    );
  }
  return (
    <div className="flex min-h-16 flex-col justify-center gap-2 px-4 py-3">
      {renamed === 'errored' && (
        <Banner
          tone="danger"
          live
          onDismiss={() => {
            changes.views.patch(file.file_hash, { renamed: nextRenamed(renamed, 'dismiss') });
            again.current?.focus();
          }}
        >
          Unable to load file contents. Try again later.
        </Banner>
      )}
      <p className="flex flex-wrap items-center justify-center gap-3 text-fg-muted">
        {renameFact(file)}
        {file.context_lines_path !== null && (
          <Button
            ref={again}
            size="sm"
            busy={renamed === 'loading'}
            onClick={(event) => {
              focusWhatComes(event.currentTarget);
              void showRenamed(file, changes);
            }}
          >
            Show file contents
          </Button>
        )}
      </p>
    </div>
  );
}

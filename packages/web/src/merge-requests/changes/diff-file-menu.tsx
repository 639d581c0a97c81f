import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { Ellipsis, LoaderCircle } from 'lucide-react';
import { Suspense } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Menu } from '../../ui/menu.tsx';
import { FileItems } from './menus/menu-contents.ts';
import { readNames } from './read-names.ts';
import { useFileView } from './use-diff-file.ts';

const FullFileStatus = lazyPart(() => import('./full-file-status.tsx'));

/** What can be done with one file, also while it is on its way or could not be loaded. */
export function DiffFileMenu({ file, loaded }: { file: DiffFileSummary; loaded: PageDiffFile | null }) {
  const { full } = useFileView(file.file_hash);
  // It can be opened meanwhile: with it the reader goes back to the changes.
  const isBusy = full === 'loading';
  return (
    <>
      <Menu
        align="end"
        later={FileItems}
        trigger={
          <IconButton
            icon={isBusy ? LoaderCircle : Ellipsis}
            label={`More actions for ${readNames(file).file_path}`}
            size="sm"
            aria-busy={isBusy}
            className="aria-busy:*:animate-spin"
          />
        }
      >
        <FileItems file={file} loaded={loaded} />
      </Menu>
      {full !== 'changes' && (
        <Suspense fallback={null}>
          <FullFileStatus full={full} />
        </Suspense>
      )}
    </>
  );
}

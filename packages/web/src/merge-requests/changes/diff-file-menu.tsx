import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { Ellipsis } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { FileItems } from './menus/later-items.ts';
import { readNames } from './read-names.ts';

/** What can be done with one file. */
export function DiffFileMenu({ file, loaded }: { file: DiffFileSummary; loaded: PageDiffFile }) {
  return (
    <Menu
      align="end"
      later={FileItems}
      trigger={<IconButton icon={Ellipsis} label={`More for ${readNames(file).file_path}`} variant="ghost" size="sm" />}
    >
      <FileItems file={file} loaded={loaded} />
    </Menu>
  );
}

import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { CloneBox, RepositoryLocation } from '@tributary/contract/projects/repository-views.ts';
import { ChevronDown, Code, FileSearch, FolderUp, GitBranch, Plus, Search, Tag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAriaKeys } from '../../lib/hotkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuLinkItem } from '../../ui/menu.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { CloneMenu } from '../clone-menu.tsx';
import { FileDialog, NewRefDialog } from '../dialogs.tsx';
import { NewCommits } from '../commits/new-commits.tsx';
import { RefSwitcher } from '../refs/ref-switcher.tsx';
import { useFindFileKey } from './use-find-file-key.ts';

type Opened = 'branch' | 'tag' | 'upload' | null;

function AddMenu({ place, onOpen }: { place: RepositoryLocation; onOpen: (what: Opened) => void }) {
  const { ref, projectPath, path } = place;
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={Plus} iconEnd={ChevronDown}>
          Add
        </Button>
      }
    >
      {ref.kind === 'branch' && (
        <>
          <MenuLinkItem icon={Plus} href={repositoryPaths.newFile(projectPath, ref.name, path)}>
            New file
          </MenuLinkItem>
          <MenuItem icon={FolderUp} onSelect={() => onOpen('upload')}>
            Upload files
          </MenuItem>
          <MenuLinkItem icon={Code} href={repositoryPaths.ide(projectPath, ref.name, path)}>
            Open in web IDE
          </MenuLinkItem>
        </>
      )}
      <MenuItem icon={GitBranch} onSelect={() => onOpen('branch')}>
        New branch
      </MenuItem>
      <MenuItem icon={Tag} onSelect={() => onOpen('tag')}>
        New tag
      </MenuItem>
    </Menu>
  );
}

export type RepositoryBarProps = {
  place: RepositoryLocation;
  /** The heading with the path; left out where the page has another one. */
  children?: ReactNode;
  hrefFor: (ref: string) => string;
  clone?: CloneBox;
};

/** What is looked at, at which ref, and what can be done with this place. */
export function RepositoryBar({ place, children, hrefFor, clone }: RepositoryBarProps) {
  const [opened, setOpened] = useState<Opened>(null);
  useFindFileKey(place.findFileHref);
  const findKeys = useAriaKeys('repository.find-file');
  const at = place.ref.kind === 'commit' ? place.ref.sha.slice(0, 8) : place.ref.name;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-4 pb-3">
      <RefSwitcher current={place.ref} refsPath={place.refsPath} hrefFor={hrefFor} />
      <div className="min-w-0 flex-1 basis-64 max-sm:order-last max-sm:basis-full">{children}</div>
      <div className="flex flex-wrap items-center gap-2">
        <NewCommits key={`${place.ref.kind}:${place.ref.name}:${place.ref.sha}`} place={place} />
        <Tooltip text="Search code">
          <Button asChild icon={Search} className="control-square w-7 px-0!">
            <a href={repositoryPaths.search(place.projectPath, '', place.ref.name)} aria-label="Search code" />
          </Button>
        </Tooltip>
        <Button asChild icon={FileSearch}>
          <a href={place.findFileHref} aria-keyshortcuts={findKeys}>
            <span className="max-sm:sr-only">Find file</span>
          </a>
        </Button>
        {place.can.createBranch && <AddMenu place={place} onOpen={setOpened} />}
        {clone !== undefined && <CloneMenu clone={clone} archiveOf={at} />}
      </div>
      {(opened === 'branch' || opened === 'tag') && (
        <NewRefDialog
          kind={opened}
          projectId={place.projectId}
          projectPath={place.projectPath}
          refsPath={place.refsPath}
          from={place.ref.name}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'upload' && (
        <FileDialog
          mode={{ type: 'upload' }}
          projectPath={place.projectPath}
          branch={place.ref.name}
          directory={place.path}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

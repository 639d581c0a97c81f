import type { CommitHeadData } from '@tributary/contract/projects/repository-page.ts';
import { ChevronDown, FileDiff, FileText, GitBranch, Redo2, Tag, Undo2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuLinkItem, MenuSeparator } from '../../ui/menu.tsx';
import type { PickKind } from '../commands.ts';

export type CommitAction = PickKind | 'branch' | 'tag';

type Props = { data: CommitHeadData; onAction: (action: CommitAction) => void };

export function CommitMenu({ data, onAction }: Props) {
  const { can } = data;
  const canChange = can.revert || can.cherryPick || can.createTag;
  return (
    <Menu align="end" trigger={<Button iconEnd={ChevronDown}>Options</Button>}>
      {can.revert && (
        <MenuItem icon={Undo2} onSelect={() => onAction('revert')}>
          Revert
        </MenuItem>
      )}
      {can.cherryPick && (
        <MenuItem icon={Redo2} onSelect={() => onAction('cherry_pick')}>
          Cherry-pick
        </MenuItem>
      )}
      {can.createTag && (
        <>
          <MenuItem icon={GitBranch} onSelect={() => onAction('branch')}>
            New branch from here
          </MenuItem>
          <MenuItem icon={Tag} onSelect={() => onAction('tag')}>
            New tag here
          </MenuItem>
        </>
      )}
      {canChange && <MenuSeparator />}
      <MenuLinkItem icon={FileText} href={data.patchHref} native>
        Patch
      </MenuLinkItem>
      <MenuLinkItem icon={FileDiff} href={data.diffHref} native>
        Plain diff
      </MenuLinkItem>
    </Menu>
  );
}

import { Copy, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { confirm } from './confirm.tsx';
import { Dialog, DialogFooter } from './dialog.tsx';
import { Menu, MenuCheckboxItem, MenuItem, MenuLabel, MenuLinkItem, MenuSeparator } from './menu.tsx';
import { Popover } from './popover.tsx';
import { Sheet } from './sheet.tsx';
import { Tabs } from './tabs.tsx';
import { TextField } from './text-field.tsx';
import { toast, ToastCard } from './toast.tsx';
import { Tooltip } from './tooltip.tsx';

export const group = 'Layers';

function Menus() {
  const [whitespace, setWhitespace] = useState(true);
  return (
    <div className="flex flex-wrap gap-2">
      <Menu trigger={<Button>Menu</Button>}>
        <MenuItem icon={Pencil} hotkey="shell.search" onSelect={() => toast({ text: 'Edit.' })}>
          Edit
        </MenuItem>
        <MenuItem icon={Copy} hotkey="shell.home" onSelect={() => toast({ text: 'Copied.' })}>
          Copy branch name
        </MenuItem>
        <MenuLinkItem href="/-/gallery" hint="Opens this page again">
          Gallery
        </MenuLinkItem>
        <MenuSeparator />
        <MenuLabel>View</MenuLabel>
        <MenuCheckboxItem checked={whitespace} onCheckedChange={setWhitespace} keepOpen>
          Show whitespace changes
        </MenuCheckboxItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={() => toast({ text: 'Deleted.' })}>
          Delete
        </MenuItem>
        <MenuItem disabled onSelect={() => toast({ text: 'Never.' })}>
          Not available
        </MenuItem>
      </Menu>
      <Popover title="Clone" trigger={<Button>Popover</Button>}>
        <p className="p-3">The clone URL appears here.</p>
      </Popover>
      <Tooltip text="Copies the name of the branch" hotkey="shell.home">
        <Button onClick={() => toast({ text: 'Copied.' })}>Tooltip</Button>
      </Tooltip>
    </div>
  );
}

function Dialogs() {
  const [isOpen, setOpen] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [name, setName] = useState('');
  const ask = async (typed: boolean): Promise<void> => {
    const question = {
      title: 'Delete this project?',
      text: 'Its repository, merge requests and discussions go with it.',
      action: 'Delete project',
      danger: true,
    };
    const yes = await confirm(typed ? { ...question, typeToConfirm: 'river/delta' } : question);
    toast({ text: yes ? 'Deleted.' : 'Kept.', tone: yes ? 'failed' : 'info' });
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="New branch"
        text="From main, at its newest commit."
        trigger={<Button>Dialog</Button>}
      >
        <TextField label="Name" value={name} onValueChange={setName} autoFocus />
        <DialogFooter>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="primary" onClick={() => setOpen(false)}>
            Create branch
          </Button>
        </DialogFooter>
      </Dialog>
      <Button onClick={() => void ask(false)}>Confirm</Button>
      <Button onClick={() => void ask(true)}>Confirm by typing</Button>
      <Button onClick={() => setSheetOpen(true)}>Sheet</Button>
      <Sheet open={isSheetOpen} onOpenChange={setSheetOpen} title="Details">
        <p>Content shown beside the page on large screens.</p>
      </Sheet>
    </div>
  );
}

export const states: Record<string, ReactNode> = {
  'Menu, popover, tooltip': <Menus />,
  'Dialogs and sheets': <Dialogs />,
  Toasts: (
    <div className="flex flex-col items-start gap-3">
      <ToastCard item={{ text: 'The branch was deleted.' }} onDismiss={() => toast({ text: 'Dismissed.' })} />
      <ToastCard
        item={{ text: 'Merged into main.', tone: 'success' }}
        onDismiss={() => toast({ text: 'Dismissed.' })}
      />
      <ToastCard
        item={{
          text: 'The comment was not saved.',
          tone: 'failed',
          action: { text: 'Try again', run: () => toast({ text: 'Saved.' }) },
        }}
        onDismiss={() => toast({ text: 'Dismissed.' })}
      />
    </div>
  ),
  Tabs: (
    <Tabs
      label="Editor"
      items={[
        { key: 'write', label: 'Write', content: <p>What is written.</p> },
        { key: 'preview', label: 'Preview', count: 2, content: <p>How it will look.</p> },
      ]}
    />
  ),
};

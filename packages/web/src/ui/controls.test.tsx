import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../lib/app-error.ts';
import { Button } from './button.tsx';
import { Combobox, loadFrom } from './combobox.tsx';
import type { ComboboxOption, OptionLoad } from './combobox.tsx';
import { confirm } from './confirm.tsx';
import { ConfirmHost } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { Menu, MenuItem, preloadMenus } from './menu.tsx';
import { PasswordField } from './password-field.tsx';
import { Select } from './select.tsx';
import { Table } from './table.tsx';
import { toast, ToastRegion } from './toast.tsx';
import { TooltipLayer } from './tooltip-layer.tsx';
import { IconButton } from './icon-button.tsx';
import { List, ListRow } from './list-row.tsx';
import { listenForHotkeys } from '../lib/hotkeys.ts';
import { X } from 'lucide-react';

const people: ComboboxOption[] = ['Ada', 'Grace', 'Alan'].map((text, index) => ({ id: String(index), text }));

describe('Button', () => {
  it('is not submitted by accident, and does nothing while busy', async () => {
    const onClick = vi.fn<() => void>();
    const { rerender } = render(<Button onClick={onClick}>Go</Button>);
    const button = screen.getByRole('button');
    expect(button.getAttribute('type')).toBe('button');
    await userEvent.click(button);
    rerender(
      <Button busy onClick={onClick}>
        Go
      </Button>,
    );
    await userEvent.click(button);
    expect(onClick).toHaveBeenCalledTimes(1);
    button.focus();
    expect(document.activeElement).toBe(button);
  });

  it('lends its look to a link', () => {
    render(
      <Button asChild variant="primary" icon={X}>
        <a href="/x">Open</a>
      </Button>,
    );
    const link = screen.getByRole('link', { name: 'Open' });
    expect(link.className).toContain('bg-accent');
    expect(link.querySelector('svg')).toBeTruthy();
  });
});

describe('Menu', () => {
  it('works by keyboard before and after it is loaded, and gives focus back', async () => {
    const onSelect = vi.fn<() => void>();
    render(
      <Menu trigger={<Button>More</Button>}>
        <MenuItem onSelect={onSelect}>Rename</MenuItem>
        <MenuItem onSelect={onSelect}>Delete</MenuItem>
      </Menu>,
    );
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('menu');
    await userEvent.keyboard('del{Enter}');
    expect(onSelect).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('More'));
    await act(preloadMenus);
    await userEvent.keyboard('{ArrowDown}');
    expect(await screen.findByRole('menuitem', { name: 'Rename' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });
});

describe('Dialog', () => {
  function Example() {
    const [open, setOpen] = useState(false);
    return (
      <Dialog open={open} onOpenChange={setOpen} title="New branch" trigger={<Button>Open</Button>}>
        <input aria-label="Name" />
      </Dialog>
    );
  }

  it('starts at its first field, is named, closes with escape and returns focus', async () => {
    render(<Example />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.getByRole('dialog', { name: 'New branch' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Open');
  });

  it.each([
    [
      'the field behind a hidden one',
      <>
        <input type="file" hidden />
        <textarea aria-label="Wanted" />
      </>,
    ],
    [
      'the chosen radio',
      <>
        <input type="radio" name="a" aria-label="Other" />
        <input type="radio" name="a" aria-label="Wanted" defaultChecked />
      </>,
    ],
    [
      'the first radio where none is chosen',
      <div key="group" role="radiogroup">
        <input type="radio" name="a" aria-label="Wanted" />
        <input type="radio" name="a" aria-label="Other" />
      </div>,
    ],
  ])('starts at %s', async (_, fields) => {
    render(
      <Dialog open onOpenChange={() => undefined} title="Review">
        {fields}
      </Dialog>,
    );
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Wanted')));
  });

  it('has the keyboard itself where nothing in it can have it', async () => {
    render(
      <Dialog open onOpenChange={() => undefined} title="Told">
        Words
      </Dialog>,
    );
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Told' })));
  });
});

describe('confirm', () => {
  it('resolves with the answer, and wants the text typed when asked to', async () => {
    render(<ConfirmHost />);
    let answer: Promise<boolean> | undefined;
    act(() => {
      answer = confirm({ title: 'Delete?', action: 'Delete', danger: true, typeToConfirm: 'delta' });
    });
    const go = screen.getByRole('button', { name: 'Delete' });
    expect(go.hasAttribute('disabled')).toBe(true);
    await userEvent.type(screen.getByLabelText('Type delta to confirm'), 'delta{Enter}');
    expect(await answer).toBe(true);
    act(() => {
      answer = confirm({ title: 'Sure?', action: 'Yes' });
    });
    await userEvent.keyboard('{Escape}');
    expect(await answer).toBe(false);
  });
});

describe('Combobox', () => {
  function Example({ load, multiple = false }: { load: OptionLoad; multiple?: boolean }) {
    const [value, setValue] = useState<ComboboxOption[]>([]);
    return <Combobox label="Reviewers" value={value} onValueChange={setValue} load={load} multiple={multiple} />;
  }
  const open = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: /^Reviewers/ }));

  it('finds and chooses several by keyboard', async () => {
    render(<Example load={loadFrom(people)} multiple />);
    await open();
    await screen.findAllByRole('option');
    await userEvent.keyboard('{ArrowDown}{Enter}{ArrowUp}{Enter}{Escape}');
    expect(screen.getByRole('button', { name: /^Reviewers/ }).textContent).toBe('Grace,Ada');
    await userEvent.click(screen.getByRole('button', { name: 'Clear reviewers' }));
    expect(screen.getByRole('button', { name: /^Reviewers/ }).textContent).toBe('Select');
  });

  it('drops a late answer to an earlier query, and tells what failed', async () => {
    const first = Promise.withResolvers<ComboboxOption[]>();
    const load = vi
      .fn<OptionLoad>()
      .mockImplementationOnce(() => first.promise)
      .mockResolvedValueOnce([{ id: '9', text: 'Grace' }])
      .mockRejectedValueOnce(new AppError({ status: 0, code: 'network', message: 'Unreachable.' }));
    render(<Example load={load} />);
    await open();
    await userEvent.type(screen.getByRole('combobox'), 'g');
    await screen.findByRole('option', { name: 'Grace' });
    first.resolve([{ id: '1', text: 'Too late' }]);
    await act(async () => undefined);
    expect(screen.queryByText('Too late')).toBeNull();
    await userEvent.type(screen.getByRole('combobox'), 'x');
    expect(await screen.findByText('Unreachable.')).toBeTruthy();
  });
});

describe('Select', () => {
  it('can hold the empty value', async () => {
    const onValueChange = vi.fn<() => void>();
    render(
      <Select
        label="State"
        value="open"
        onValueChange={onValueChange}
        options={[
          { value: '', label: 'Any' },
          { value: 'open', label: 'Open' },
        ]}
      />,
    );
    screen.getByRole('combobox', { name: /State/ }).focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('option', { name: 'Any' }));
    expect(onValueChange).toHaveBeenCalledExactlyOnceWith('');
  });
});

describe('PasswordField', () => {
  it('shows and hides what is typed', async () => {
    render(<PasswordField label="Password" value="secret" onValueChange={vi.fn<() => void>()} />);
    const input = screen.getByLabelText('Password');
    expect(input.getAttribute('type')).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input.getAttribute('type')).toBe('text');
  });
});

describe('Table', () => {
  it('keeps its roles and says when it is empty', () => {
    const columns = [{ key: 'name', header: 'Name', render: (row: { id: number; name: string }) => row.name }];
    const { rerender } = render(
      <Table label="Branches" columns={columns} rows={[{ id: 1, name: 'main' }]} rowKey={(row) => row.id} />,
    );
    const table = screen.getByRole('table', { name: 'Branches' });
    expect(within(table).getAllByRole('row')).toHaveLength(2);
    expect(within(table).getByRole('columnheader').textContent).toBe('Name');
    rerender(
      <Table label="Branches" columns={columns} rows={[]} rowKey={(row) => row.id} empty={<p>No branches</p>} />,
    );
    expect(screen.getByText('No branches')).toBeTruthy();
  });
});

describe('List', () => {
  beforeEach(() => listenForHotkeys());

  it('moves with j and k', async () => {
    render(
      <List label="Items">
        {['One', 'Two'].map((title) => (
          <ListRow key={title} title={title} href={`/${title}`} />
        ))}
      </List>,
    );
    await userEvent.keyboard('j');
    expect(document.activeElement?.textContent).toBe('One');
    await userEvent.keyboard('jj');
    expect(document.activeElement?.textContent).toBe('Two');
    await userEvent.keyboard('k');
    expect(document.activeElement?.textContent).toBe('One');
  });
});

describe('toasts and tooltips', () => {
  it('shows a toast once, runs its action and goes away', async () => {
    render(<ToastRegion />);
    const run = vi.fn<() => void>();
    act(() => {
      toast({ text: 'Not saved.', tone: 'failed', action: { text: 'Try again', run } });
      toast({ text: 'Not saved.', tone: 'failed', action: { text: 'Try again', run } });
    });
    expect(screen.getAllByText('Not saved.')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(run).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Not saved.')).toBeNull();
  });

  it('shows a tooltip after a moment and hides it on a key', async () => {
    render(
      <>
        <IconButton icon={X} label="Close" />
        <TooltipLayer />
      </>,
    );
    await userEvent.hover(screen.getByRole('button'));
    expect((await screen.findByRole('tooltip')).textContent).toBe('Close');
    await userEvent.keyboard('x');
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('says nothing over what its button has opened', async () => {
    const view = (isOpen: boolean) => (
      <>
        <IconButton icon={X} label="More actions" aria-haspopup="menu" aria-expanded={isOpen} />
        <TooltipLayer />
      </>
    );
    const { rerender } = render(view(false));
    await userEvent.hover(screen.getByRole('button'));
    expect((await screen.findByRole('tooltip')).textContent).toBe('More actions');
    await userEvent.unhover(screen.getByRole('button'));
    rerender(view(true));
    // The neighbour of a tooltip that was shown a moment ago opens at once.
    await userEvent.hover(screen.getByRole('button'));
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});

import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useEffect, useRef, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TooltipLayer } from '../../../ui/tooltip-layer.tsx';
import { ToastRegion } from '../../../ui/toast.tsx';
import { MarkdownEditor } from '../markdown-editor.tsx';
import { emptyTable } from '../../model/markdown-table.ts';
import type { Surface } from '../surface.ts';

let surface: Surface | null = null;
const latest = { text: '' };

function Editor({ initial }: { initial: string }) {
  const [value, setValue] = useState(initial);
  useEffect(() => {
    latest.text = value;
  });
  const ref = useRef<Surface>(null);
  return (
    <main>
      <MarkdownEditor
        label="Comment"
        value={value}
        onValueChange={setValue}
        previewPath="/g/p/-/preview_markdown"
        uploadsPath="/g/p/-/uploads"
        placeholder="Write"
        surfaceRef={ref}
      />
      <button type="button" onClick={() => (surface = ref.current)}>
        take
      </button>
      <TooltipLayer />
      <ToastRegion />
    </main>
  );
}

const field = () => screen.getByRole('textbox', { name: 'Comment' });
const toRich = () => userEvent.click(screen.getByRole('button', { name: 'Switch to rich text editing' }));
const toPlain = () => userEvent.click(screen.getByRole('button', { name: 'Switch to plain text editing' }));
const isRich = () => waitFor(() => expect(field().tagName).toBe('DIV'));

async function opened(initial: string): Promise<Surface> {
  render(<Editor initial={initial} />);
  await toRich();
  await isRich();
  fireEvent.click(screen.getByText('take'));
  if (!surface) throw new Error('there is no surface');
  return surface;
}

beforeEach(() => {
  localStorage.clear();
  // What the editor asks of a browser that lays out.
  Object.assign(Range.prototype, {
    getClientRects: () => [],
    getBoundingClientRect: () => ({ top: 0, bottom: 0, left: 0, right: 0, width: 0, height: 0 }),
  });
  document.elementFromPoint ??= () => null;
  vi.stubGlobal('fetch', async () => Response.json([]));
});

const SOURCE = '# Title\n\nSome   *words* here.\n\n| a |\n| - |\n| b |\n\n* [ ] task\n* other\n\n\nThe end  \n';

describe('rich text', () => {
  it('shows the text as it looks, and leaves it alone when nothing is changed', async () => {
    await opened(SOURCE);
    expect(screen.getByRole('heading', { name: 'Title' })).toBeTruthy();
    expect(screen.getByText('words').tagName).toBe('EM');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Task done' }).checked).toBe(false);
    expect(document.querySelector('pre.rich-source')?.textContent).toBe('| a |\n| - |\n| b |');
    const found = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
    expect(found.violations.map((each) => each.id)).toEqual([]);
    await toPlain();
    expect((field() as HTMLTextAreaElement).value).toBe(SOURCE);
  });

  it('takes selection and focus along, both ways, and remembers the choice', async () => {
    render(<Editor initial={SOURCE} />);
    const area = field() as HTMLTextAreaElement;
    area.focus();
    const from = SOURCE.indexOf('words');
    area.setSelectionRange(from, from + 5);
    await toRich();
    await isRich();
    expect(document.activeElement).toBe(field());
    fireEvent.click(screen.getByText('take'));
    expect(surface?.selection()).toEqual({ start: from, end: from + 5 });
    await toPlain();
    const again = field() as HTMLTextAreaElement;
    expect(document.activeElement).toBe(again);
    expect([again.selectionStart, again.selectionEnd]).toEqual([from, from + 5]);
    await toRich();
    await isRich();
    expect(localStorage.getItem('tributary:v1:text_editor_mode')).toBe('"rich"');
  });

  it('changes only the block that was changed, with the toolbar and the boxes of tasks', async () => {
    const editor = await opened(SOURCE);
    const at = SOURCE.indexOf('here');
    act(() => editor.select({ start: at, end: at + 4 }));
    await userEvent.click(screen.getByRole('button', { name: 'Bold' }));
    expect(latest.text).toBe(SOURCE.replace('here', '**here**'));
    await userEvent.click(screen.getByRole('button', { name: 'Bold' }));
    expect(latest.text).toBe(SOURCE);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Task done' }));
    expect(latest.text).toBe(SOURCE.replace('[ ]', '[x]'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Task done' }));
    act(() => editor.select({ start: latest.text.indexOf('Title'), end: latest.text.indexOf('Title') }));
    await userEvent.click(screen.getByRole('button', { name: 'Quote' }));
    expect(latest.text).toBe(SOURCE.replace('# Title', '> # Title'));
    await userEvent.click(screen.getByRole('button', { name: 'Quote' }));
    for (const [tool, expected] of [
      ['Italic', '_end_'],
      ['Strikethrough', '~~end~~'],
      ['Code', '`end`'],
    ] as const) {
      const end = latest.text.indexOf('end');
      act(() => editor.select({ start: end, end: end + 3 }));
      await userEvent.click(screen.getByRole('button', { name: tool }));
      expect(latest.text).toContain(`The ${expected}`);
      await userEvent.click(screen.getByRole('button', { name: tool }));
    }
    const end = latest.text.indexOf('The end');
    act(() => editor.select({ start: end, end }));
    for (const [tool, expected] of [
      ['Numbered list', '1. The end'],
      ['Bulleted list', '- The end'],
      ['Task list', '- [ ] The end'],
    ] as const) {
      await userEvent.click(screen.getByRole('button', { name: tool }));
      expect(latest.text).toContain(`\n${expected}`);
    }
    expect(latest.text.slice(0, SOURCE.indexOf('The end'))).toBe(SOURCE.slice(0, SOURCE.indexOf('The end')));
  });

  it('sets, shows and takes off a link', async () => {
    const editor = await opened('See the door.');
    act(() => editor.select({ start: 8, end: 12 }));
    await userEvent.click(screen.getByRole('button', { name: 'Link' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'URL' }), '/help_me{Enter}');
    expect(latest.text).toBe('See the [door](/help_me).');
    expect(document.activeElement).toBe(field());
    act(() => editor.select({ start: 10, end: 10 }));
    act(() => editor.select({ start: 9, end: 13 }));
    await userEvent.click(screen.getByRole('button', { name: 'Link' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'URL' }).value).toBe('/help_me');
    await userEvent.click(screen.getByRole('button', { name: 'Remove link' }));
    expect(latest.text).toBe('See the door.');
  });

  it('leaves Enter on the buttons of a link to those buttons', async () => {
    const editor = await opened('See the [door](/help_me).');
    const openLink = async () => {
      act(() => editor.select({ start: 9, end: 13 }));
      await userEvent.click(screen.getByRole('button', { name: 'Link' }));
    };
    await openLink();
    await userEvent.type(screen.getByRole('textbox', { name: 'URL' }), '/other');
    act(() =>
      within(screen.getByRole('group', { name: 'Link' }))
        .getByRole('button', { name: 'Cancel' })
        .focus(),
    );
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('group', { name: 'Link' })).toBeNull();
    expect(latest.text).toBe('See the [door](/help_me).');
    await openLink();
    act(() => screen.getByRole('button', { name: 'Remove link' }).focus());
    await userEvent.keyboard('{Enter}');
    expect(latest.text).toBe('See the door.');
  });

  it('takes texts that come from outside without moving the caret', async () => {
    const editor = await opened('one\n\ntwo\n\nthree');
    act(() => editor.select({ start: 8, end: 8 }));
    act(() => editor.replace(0, 3, 'first of all'));
    expect(latest.text).toBe('first of all\n\ntwo\n\nthree');
    expect(editor.selection()).toEqual({ start: 17, end: 17 });
    act(() => editor.insertPlaceholders(['![Uploading a.png…](upload:0123abcd)']));
    expect(latest.text).toBe('first of all\n\ntwo![Uploading a.png…](upload:0123abcd)\n\nthree');
    act(() => editor.insertBlock('| a | b |\n| --- | --- |\n| 1 | 2 |'));
    expect(latest.text).toMatch(/abcd\)\n\n\| a \| b \|\n\| --- \| --- \|\n\| 1 \| 2 \|\n\nthree$/);
  });

  it('chooses the same words of a new table as the plain field', async () => {
    const editor = await opened('one');
    act(() => editor.select({ start: 3, end: 3 }));
    const { markdown, selected } = emptyTable(2, 1);
    act(() => editor.insertBlock(markdown, selected));
    const { start, end } = editor.selection();
    expect(latest.text.slice(start, end)).toBe('Heading 1');
  });

  it('takes what is pasted as Markdown', async () => {
    const editor = await opened('start\n\nend');
    act(() => editor.select({ start: 5, end: 5 }));
    const getData = (type: string) => (type === 'text/plain' ? ' **bold** and' : '');
    act(() => void fireEvent.paste(field(), { clipboardData: { files: [], getData } }));
    expect(latest.text).toBe('start **bold** and\n\nend');
  });

  it('keeps the looks of what is pasted from a page', async () => {
    const editor = await opened('start\n\nend');
    act(() => editor.select({ start: 5, end: 5 }));
    const html =
      '<!--StartFragment--><span> and <b>bold</b> <a href="https://a.example">there</a></span><!--EndFragment-->';
    const getData = (type: string) => (type === 'text/html' ? html : ' and bold there');
    act(() => void fireEvent.paste(field(), { clipboardData: { files: [], getData } }));
    expect(latest.text).toBe('start and **bold** [there](https://a.example)\n\nend');
  });
});

it('a table is changed as one step that can be taken back', async () => {
  const before = 'Sizes:\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\nAfter';
  const made = await opened(before);
  made.focus();
  const at = before.indexOf('2 |');
  made.select({ start: at, end: at });
  screen.getByRole('button', { name: 'Table' }).focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Insert column left' }));
  const after = 'Sizes:\n\n| a |  | b |\n| - | --- | - |\n| 1 |  | 2 |\n\nAfter';
  await waitFor(() => expect(latest.text).toBe(after));
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect(made.selection().start).toBe(after.indexOf('|  | 2') + 2);
  fireEvent.keyDown(field(), { key: 'z', code: 'KeyZ', keyCode: 90, ctrlKey: true });
  await waitFor(() => expect(latest.text).toBe(before));
});

it('a template goes on in its line or stands as it is, as one step that can be taken back', async () => {
  const made = await opened('start\n\nend');
  act(() => made.select({ start: 5, end: 5 }));
  act(() => made.insertText(' **bold** and'));
  expect(latest.text).toBe('start **bold** and\n\nend');
  act(() => made.insertText('One\n\n- two\n- three'));
  const both = 'start **bold** and\n\nOne\n\n- two\n- three\n\nend';
  expect(latest.text).toBe(both);
  expect(document.activeElement).toBe(field());
  expect(made.selection().start).toBe(both.indexOf('three') + 5);
  const takeBack = () =>
    act(() => void fireEvent.keyDown(field(), { key: 'z', code: 'KeyZ', keyCode: 90, ctrlKey: true }));
  takeBack();
  expect(latest.text).toBe('start **bold** and\n\nend');
  takeBack();
  expect(latest.text).toBe('start\n\nend');
});

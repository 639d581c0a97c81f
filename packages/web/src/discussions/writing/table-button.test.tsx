import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { MarkdownEditor } from './markdown-editor.tsx';

function Editor({ initial = 'Sizes:' }: { initial?: string }) {
  const [text, setText] = useState(initial);
  return (
    <MarkdownEditor label="Comment" value={text} onValueChange={setText} previewPath="/preview" uploadsPath={null} />
  );
}

/** By key: under a pointer the button is made again when the sizes have come, and a press in that very moment is lost here. */
async function press(name: string): Promise<void> {
  screen.getByRole('button', { name }).focus();
  await userEvent.keyboard('{Enter}');
}

const area = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });

it('a table of a size chosen with the arrow keys stands at the caret, ready for its first heading', async () => {
  render(<Editor />);
  await userEvent.click(area());
  await press('Table');
  const chosen = await screen.findByRole('button', { name: '2 columns, 2 rows' });
  await expect.poll(() => document.activeElement).toBe(chosen);
  await userEvent.keyboard('{ArrowRight}{ArrowUp}{ArrowUp}{Enter}');
  await expect
    .poll(() => area().value)
    .toBe(['Sizes:', '', '| Heading 1 | Heading 2 | Heading 3 |', '| --- | --- | --- |', '|  |  |  |', ''].join('\n'));
  await expect.poll(() => document.activeElement).toBe(area());
  expect(area().value.slice(area().selectionStart, area().selectionEnd)).toBe('Heading 1');
  await userEvent.keyboard('Width');
  expect(area().value).toContain('| Width | Heading 2 |');
});

it('one by hand; nothing happens when the sizes are left', async () => {
  render(<Editor />);
  await press('Table');
  await screen.findByRole('button', { name: '6 columns, 6 rows' });
  await userEvent.keyboard('{Escape}');
  expect(area().value).toBe('Sizes:');
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Table' }));
  await press('Table');
  await userEvent.click(await screen.findByRole('button', { name: '1 column, 1 row' }));
  expect(area().value).toContain('| Heading 1 |\n| --- |\n|  |\n');
});

it('with the caret in a table it changes that one, and nothing around it', async () => {
  const before = 'Sizes:\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\nAfter';
  render(<Editor initial={before} />);
  await userEvent.click(area());
  const at = (words: string) => area().setSelectionRange(area().value.indexOf(words), area().value.indexOf(words));
  at('2 |');
  await press('Table');
  const edits = await screen.findByRole('group', { name: 'Table tools' });
  expect(
    within(edits)
      .getAllByRole('button')
      .map((each) => each.textContent),
  ).toEqual([
    'Insert row above',
    'Insert row below',
    'Insert column left',
    'Insert column right',
    'Delete row',
    'Delete column',
  ]);
  await expect.poll(() => document.activeElement?.textContent).toBe('Insert row above');
  expect((await axe.run(edits, { resultTypes: ['violations'] })).violations).toEqual([]);
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.poll(() => area().value).toBe('Sizes:\n\n| a | b |\n| - | - |\n| 1 | 2 |\n|  |  |\n\nAfter');
  await expect.poll(() => document.activeElement).toBe(area());
  await userEvent.keyboard('new');
  expect(area().value).toContain('| 1 | 2 |\n| new |  |\n\nAfter');
  at('a | b');
  await press('Table');
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete row' })).disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Delete column' }));
  await expect.poll(() => area().value).toBe('Sizes:\n\n| b |\n| - |\n| 2 |\n|  |\n\nAfter');
});

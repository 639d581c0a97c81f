import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { MarkdownEditor } from './markdown-editor.tsx';

function Editor() {
  const [text, setText] = useState('Sizes:');
  return (
    <MarkdownEditor label="Comment" value={text} onValueChange={setText} previewPath="/preview" uploadsPath={null} />
  );
}

/** By key: under a pointer the button is made anew when the sizes have come, and a press in that very moment is lost here. */
async function press(name: string): Promise<void> {
  screen.getByRole('button', { name }).focus();
  await userEvent.keyboard('{Enter}');
}

const area = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });

it('a table of a size chosen with the arrow keys stands at the caret, ready for its first heading', async () => {
  render(<Editor />);
  await userEvent.click(area());
  await press('Insert a table');
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
  await press('Insert a table');
  await screen.findByRole('button', { name: '6 columns, 6 rows' });
  await userEvent.keyboard('{Escape}');
  expect(area().value).toBe('Sizes:');
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Insert a table' }));
  await press('Insert a table');
  await userEvent.click(await screen.findByRole('button', { name: '1 column, 1 row' }));
  expect(area().value).toContain('| Heading 1 |\n| --- |\n|  |\n');
});

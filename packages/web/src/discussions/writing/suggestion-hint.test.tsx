import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { MarkdownEditor } from './markdown-editor.tsx';

function Page({ isSending = false }: { isSending?: boolean }) {
  const [text, setText] = useState('');
  return (
    <MarkdownEditor
      label="Comment"
      value={text}
      onValueChange={setText}
      previewPath="/preview"
      uploadsPath={null}
      readOnly={isSending}
      suggestion={{ text: 'const a = 1;', above: 0 }}
    />
  );
}

const NOTE = { name: 'About suggestions' };

it('is put away for good by reading it, with the keyboard left in the text', async () => {
  const { sent } = await renderPage(Page, pageData({}));
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }));
  expect(screen.queryByRole('note', NOTE)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Comment' }));
  const body = { feature_name: 'suggest_popover_dismissed' };
  expect(sent).toContainEqual({ method: 'POST', path: '/-/users/callouts', body });
});

it('is put away by making a suggestion, once', async () => {
  const { sent } = await renderPage(Page, pageData({}));
  await userEvent.click(screen.getByRole('button', { name: 'Insert suggestion' }));
  await userEvent.click(screen.getByRole('button', { name: 'Insert suggestion' }));
  expect(screen.queryByRole('note', NOTE)).toBeNull();
  expect(sent.filter(({ path }) => path === '/-/users/callouts')).toHaveLength(1);
});

it('comes back and says so when it could not be kept', async () => {
  await renderPage(Page, pageData({}), () => ({ status: 503, body: {} }));
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }));
  expect(await screen.findByText('Error dismissing suggestion popover. Please try again.')).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('note', NOTE)).toBeTruthy());
});

it('is not shown while what was written is on its way', async () => {
  await renderPage(() => <Page isSending />, pageData({}));
  expect(screen.getByRole('textbox', { name: 'Comment' })).toBeTruthy();
  expect(screen.queryByRole('note', NOTE)).toBeNull();
});

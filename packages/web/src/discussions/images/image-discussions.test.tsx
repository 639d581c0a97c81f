import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { notesData } from '../../../testing/page-notes.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import type { LinesFile } from '../lines/lines-file.ts';
import { DiscussionsProvider } from '../store/use-discussions.tsx';
import type { ImageSide } from '../../ui/images/image-side.ts';
import { ImageDiscussions } from './image-discussions.tsx';

const side = (key: ImageSide['key'], label: string): ImageSide => ({
  key,
  label,
  src: `/raw/${key}.png`,
  sizeBytes: 10,
  pixels: { width: 30, height: 20 },
});
const file = { file_hash: 'f1', file_path: 'a.png', old_path: 'a.png', new_path: 'a.png' } as LinesFile;
const sides = [side('before', 'Before'), side('after', 'After')];
const begin = () => screen.queryByRole('button', { name: 'Comment on this image' });

it('no place is offered in an image that cannot be drawn, and the keyboard is not lost with the offer', async () => {
  const page = (
    <DiscussionsProvider notes={notesData()}>
      <ImageDiscussions file={file} sides={sides} mayComment />
    </DiscussionsProvider>
  );
  await renderPage(
    () => page,
    pageData({}),
    () => ({ body: [] }),
  );
  // Comments are about the other one.
  fireEvent.error(screen.getByAltText('a.png before'));
  begin()?.focus();
  expect(document.activeElement).toBe(begin());
  fireEvent.error(screen.getByAltText('a.png after'));
  expect(begin()).toBeNull();
  expect(document.activeElement?.textContent).toBe('Download it');
});

it('what was begun about a place is offered again at its place, and gone with it', async () => {
  const own = { ...file, file_hash: 'f2' };
  const draw = () =>
    renderPage(
      () => (
        <DiscussionsProvider notes={notesData()}>
          <ImageDiscussions file={own} sides={sides} mayComment />
        </DiscussionsProvider>
      ),
      pageData({}),
      () => ({ body: [] }),
    );
  const pin = () => screen.queryByRole('button', { name: /^New comment at/ });
  const form = () => screen.queryByRole('textbox', { name: 'Comment on a.png' });
  await draw();
  fireEvent.click(begin() ?? document.body);
  fireEvent.keyDown(pin() ?? document.body, { key: 'ArrowRight', shiftKey: true });
  cleanup();
  // A place that nothing was said about is none.
  await draw();
  expect([pin(), form()]).toEqual([null, null]);
  fireEvent.click(begin() ?? document.body);
  fireEvent.keyDown(pin() ?? document.body, { key: 'ArrowRight', shiftKey: true });
  fireEvent.change(form() ?? document.body, { target: { value: 'Too dark' } });
  cleanup();
  await draw();
  expect(pin()?.getAttribute('aria-label')).toContain('60% from the left and 50% from the top');
  expect(form()).toHaveProperty('value', 'Too dark');
  expect(document.activeElement).toBe(document.body);
  // Emptied it stays, since it is being written.
  fireEvent.change(form() ?? document.body, { target: { value: '' } });
  expect(form()).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(form()).toBeNull());
  cleanup();
  await draw();
  expect([pin(), form()]).toEqual([null, null]);
});

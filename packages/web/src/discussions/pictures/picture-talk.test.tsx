import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { notesData } from '../../../testing/page-notes.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import type { LinesFile } from '../lines/lines-file.ts';
import { DiscussionsProvider } from '../store/use-discussions.tsx';
import type { ImageSide } from '../../ui/pictures/image-side.ts';
import { PictureTalk } from './picture-talk.tsx';

const side = (key: ImageSide['key'], label: string): ImageSide => ({
  key,
  label,
  src: `/raw/${key}.png`,
  sizeBytes: 10,
  pixels: { width: 30, height: 20 },
});
const file = { file_hash: 'f1', file_path: 'a.png', old_path: 'a.png', new_path: 'a.png' } as LinesFile;
const sides = [side('before', 'Before'), side('after', 'After')];
const begin = () => screen.queryByRole('button', { name: 'Comment on a place in the picture' });

it('no place is offered in a picture that cannot be drawn, and the keyboard is not lost with the offer', async () => {
  const page = (
    <DiscussionsProvider notes={notesData()}>
      <PictureTalk file={file} sides={sides} mayComment />
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

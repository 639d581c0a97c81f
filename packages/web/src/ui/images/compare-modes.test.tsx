import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OnionSkin, SideBySide } from './compare-modes.tsx';
import type { ImageSide } from './image-side.ts';

const side = (key: ImageSide['key'], label: string): ImageSide => ({
  key,
  label,
  src: `/raw/${key}.png`,
  sizeBytes: 10,
  pixels: null,
});
const shown = { path: 'a.png', sides: [side('before', 'Before'), side('after', 'After')], overlay: <i>pin</i> };

test('an image that cannot be drawn says so and is offered to download; the other one stays', () => {
  render(<SideBySide {...shown} onSize={() => undefined} />);
  fireEvent.error(screen.getByAltText('a.png after'));
  expect(screen.getByText(/The after image could not be displayed/).textContent).toContain('Download it');
  expect(screen.getByRole('link', { name: 'Download it' }).getAttribute('href')).toBe('/raw/after.png');
  expect(screen.getByAltText('a.png before')).toBeTruthy();
  // No place can be pointed at.
  expect(screen.queryByText('pin')).toBeNull();
});

test('nothing is laid over an image that cannot be drawn', () => {
  render(<OnionSkin {...shown} />);
  fireEvent.error(screen.getByAltText('a.png before'));
  expect(screen.getByText(/The before image could not be displayed/)).toBeTruthy();
  expect(screen.queryByRole('slider')).toBeNull();
});

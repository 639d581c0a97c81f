import type { NoteAuthorStatus } from '@tributary/contract/discussions/page.ts';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { note, writer } from '../../../testing/page-notes.ts';
import { NoteBadges, NoteHeader } from './note-header.tsx';

const AWAY: NoteAuthorStatus = { emoji: '🌴', message: 'Back on Monday', availability: 'busy', clear_at: null };

function show(status: NoteAuthorStatus | undefined): void {
  const author = writer('Grace');
  render(<NoteHeader note={note(1, { author: { ...author, ...(status && { status }) } })} />);
}

it('what the writer says of themselves stands at the name, with who is busy', () => {
  show(AWAY);
  expect(screen.getByRole('img', { name: 'Status: Back on Monday' }).textContent).toBe('🌴');
  expect(screen.getByText('Busy')).toBeTruthy();
});

it('busy without words needs no image', () => {
  show({ ...AWAY, message: '' });
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText('Busy')).toBeTruthy();
});

it('an emoji without words is shown', () => {
  show({ ...AWAY, message: '', availability: 'not_set' });
  expect(screen.getByRole('img', { name: 'Status: 🌴' })).toBeTruthy();
  expect(screen.queryByText('Busy')).toBeNull();
});

it('nothing is shown of what is over', () => {
  show({ ...AWAY, clear_at: '2020-01-01T00:00:00.000Z' });
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.queryByText('Busy')).toBeNull();
});

it.each(['commit', 'issue', 'merge request'])('an author is that of the %s, as the page calls it', (noun) => {
  render(<NoteBadges note={note(1, { is_noteable_author: true, noteable_type: 'Commit' })} noun={noun} />);
  expect(screen.getByText('Author').closest('[title]')?.getAttribute('title')).toBe(
    `This user is the author of this ${noun}.`,
  );
});

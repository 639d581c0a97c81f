import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { note } from '../../../testing/page-notes.ts';
import { SystemNote } from './system-note.tsx';

it.each([
  ['merge-request', 'lucide-git-pull-request'],
  ['issue-open-m', 'lucide-circle-dot'],
])('shows a reopened thing by its own sign: %s', (name, sign) => {
  const { container } = render(<SystemNote note={note(1, { system: true, system_note_icon_name: name })} />);
  expect(container.querySelector('svg')?.classList.contains(sign)).toBe(true);
});

it('tells labels by their colours, so that one sees where a name ends', () => {
  const label = (name: string, color: string) => `<a href="/" class="gfm gfm-label" data-color="${color}">${name}</a>`;
  const note_html = `<p>added ${label('needs review', '#5cb85c')} ${label('slow', '#000000')} labels</p>`;
  const { getByText } = render(<SystemNote note={note(1, { system: true, note_html })} />);
  expect(getByText('needs review').style.backgroundColor).toBe('rgb(92, 184, 92)');
  expect(getByText('slow').style.color).toBe('rgb(255, 255, 255)');
});

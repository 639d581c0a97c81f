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

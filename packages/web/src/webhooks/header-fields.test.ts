import { expect, it } from 'vitest';
import { draftsOf, savedHeaderNames, toCustomHeaders } from './header-fields.tsx';

it('keeps stored values that were not typed again', () => {
  const drafts = [
    ...draftsOf(['X-Old', 'X-Changed']),
    { id: 7, name: ' X-New ', value: 'n', isStored: false },
    { id: 8, name: '', value: 'lost', isStored: false },
    { id: 9, name: 'X-Empty', value: '', isStored: false },
  ].map((draft) => (draft.name === 'X-Changed' ? { ...draft, value: 'c' } : draft));
  expect(toCustomHeaders(drafts)).toEqual([
    { key: 'X-Old' },
    { key: 'X-Changed', value: 'c' },
    { key: 'X-New', value: 'n' },
    { key: 'X-Empty', value: '' },
  ]);
});

it('knows that a new address drops what was stored for the old one', () => {
  const drafts = [...draftsOf(['X-Old']), { id: 1, name: 'X-New', value: 'n', isStored: false }];
  expect(savedHeaderNames(drafts, false)).toEqual(['X-Old', 'X-New']);
  expect(savedHeaderNames(drafts, true)).toEqual(['X-New']);
});

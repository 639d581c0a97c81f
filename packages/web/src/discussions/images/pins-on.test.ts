import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { expect, test } from 'vitest';
import { discussion } from '../../../testing/page-notes.ts';
import { pinsOn } from './pins-on.ts';

const pin = (head: string, path = 'p.png'): DiffPosition => ({
  position_type: 'image',
  base_sha: 'base',
  start_sha: 'base',
  head_sha: head,
  old_path: path,
  new_path: path,
  x: 1,
  y: 2,
  width: 10,
  height: 20,
});

const diff_file: NonNullable<PageDiscussion['diff_file']> = {
  file_hash: 'p',
  file_path: 'p.png',
  old_path: 'p.png',
  new_path: 'p.png',
  viewer: 'image',
  seen_hashes: { last: 'p', original: 'p' },
};

const picture = (head: string, file_hash = 'p', id?: string) => ({
  file_hash,
  diff_refs: { base_sha: 'base', start_sha: 'base', head_sha: head },
  ...(id !== undefined && { blob: { id, readable_text: false, path: '', mode: '100644' } }),
});

test('a pin of an image that was changed since stands on the image as it was', () => {
  const at = { diff_file, position: pin('first'), original_position: pin('first') };
  const lost = discussion('lost', [], { ...at, active: false });
  const held = discussion('held', [], { ...at, position: pin('second') });
  const ids = (head: string, hash?: string) => pinsOn(picture(head, hash), [lost, held]).map(({ id }) => id);
  expect(ids('first')).toEqual(['lost', 'held']);
  expect(ids('second')).toEqual(['held']);
  expect(ids('first', 'other')).toEqual([]);
});

test('a pin stands on just the image it was put on, in every version and under every name it had', () => {
  const known = {
    ...diff_file,
    file_hash: 'new',
    seen_hashes: { last: 'new', original: 'old' },
    picture_id: 'red',
  };
  const at = { diff_file: known, position: pin('third', 'new.png'), original_position: pin('second', 'old.png') };
  const held = discussion('held', [], at);
  const lost = discussion('lost', [], { ...at, active: false, position: pin('second', 'old.png') });
  const drawn = (head: string, hash: string, id: string) => pinsOn(picture(head, hash, id), [held, lost]).length;
  expect(drawn('third', 'new', 'red')).toBe(2);
  expect(drawn('second', 'old', 'red')).toBe(2);
  // In between, where it was never looked at.
  expect(drawn('later', 'new', 'red')).toBe(2);
  // Another version of the file, and another file with the same content.
  expect(drawn('first', 'old', 'blue')).toBe(0);
  expect(drawn('third', 'new', 'blue')).toBe(0);
  expect(drawn('third', 'copy', 'red')).toBe(0);
});

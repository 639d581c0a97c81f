import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { expect, test } from 'vitest';
import { discussion } from '../../../testing/page-notes.ts';
import { pinsOn } from './pins-on.ts';

const pin = (head: string): DiffPosition => ({
  position_type: 'image',
  base_sha: 'base',
  start_sha: 'base',
  head_sha: head,
  old_path: 'p.png',
  new_path: 'p.png',
  x: 1,
  y: 2,
  width: 10,
  height: 20,
});

const diff_file: PageDiscussion['diff_file'] = {
  file_hash: 'p',
  file_path: 'p.png',
  old_path: 'p.png',
  new_path: 'p.png',
  viewer: 'image',
};

const picture = (head: string, file_hash = 'p') => ({
  file_hash,
  diff_refs: { base_sha: 'base', start_sha: 'base', head_sha: head },
});

test('a pin of a picture that was changed since stands on the picture as it was', () => {
  const at = { diff_file, position: pin('first'), original_position: pin('first') };
  const lost = discussion('lost', [], { ...at, active: false });
  const held = discussion('held', [], { ...at, position: pin('second') });
  const ids = (head: string, hash?: string) => pinsOn(picture(head, hash), [lost, held]).map(({ id }) => id);
  expect(ids('first')).toEqual(['lost', 'held']);
  expect(ids('second')).toEqual(['held']);
  expect(ids('first', 'other')).toEqual([]);
});

import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import { expect, test } from 'vitest';
import { discussion, note } from '../../../testing/page-notes.ts';
import { atMovedPoint } from './moved-point.ts';

const pin = (x: number): DiffPosition => ({
  position_type: 'image',
  base_sha: 'base',
  start_sha: 'base',
  head_sha: 'head',
  old_path: 'p.png',
  new_path: 'p.png',
  x,
  y: 2,
  width: 10,
  height: 20,
});

test('a thread stands where its first note says', () => {
  const shown = {
    ...discussion('d1', [note(1, { position: pin(5) }), note(2, { position: pin(1) })]),
    position: pin(1),
  };
  expect(atMovedPoint(shown).position).toEqual(pin(5));
  const onFile = { ...shown, position: { ...pin(1), position_type: 'file' as const } };
  expect(atMovedPoint(onFile)).toBe(onFile);
});

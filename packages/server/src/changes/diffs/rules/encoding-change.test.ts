import { expect, test } from 'vitest';
import { encodingChange } from './encoding-change.ts';

const line = (text: string) => {
  const type = { '-': 'old', '+': 'new' }[text[0] ?? ''] as 'old' | 'new' | undefined;
  return { type: type ?? null, text: text.slice(1) };
};
const of = (encodings: Parameters<typeof encodingChange>[1], lines: string[], status = 'modified') =>
  encodingChange(status, encodings, () => lines.map(line));
const turned = { old: 'windows-1252', new: 'utf-8' };

test('another encoding is told, and whether it is all that changed', () => {
  const names = { old: 'Windows-1252', new: 'UTF-8' };
  expect(of(turned, ['-é', '+é', ' x', '-ü', '-ö', '+ü', '+ö'])).toEqual({ ...names, is_alone: true });
  expect(of(turned, ['-é', '+è'])).toEqual({ ...names, is_alone: false });
  expect(of(turned, ['-é', '+é', '+more'])).toEqual({ ...names, is_alone: false });
  expect(of(turned, ['-a', ' x', '+a'])).toEqual({ ...names, is_alone: false });
  expect(of({ old: 'shift_jis', new: null }, ['-a', '+b'])).toMatchObject({
    old: 'Shift_JIS',
    new: 'several encodings',
  });
  expect(of({ old: 'koi8-r', new: 'big5' }, ['-a', '+b'])).toMatchObject({ old: 'KOI8-R', new: 'Big5' });
});

test('a line feed that went is a change of its own', () => {
  const lines = [
    { type: 'old', text: 'é' },
    { type: 'new-nonewline', text: 'é' },
  ] as const;
  expect(encodingChange('modified', turned, () => lines)?.is_alone).toBe(false);
});

test('the same encoding on both sides, a new file and a deleted one are told nothing', () => {
  expect(of(undefined, ['-a', '+b'])).toBeNull();
  expect(of({ old: 'shift_jis', new: 'shift_jis' }, ['-a', '+b'])).toBeNull();
  expect(of({ old: 'utf-8', new: 'shift_jis' }, ['+b'], 'added')).toBeNull();
  expect(of({ old: 'shift_jis', new: 'utf-8' }, ['-b'], 'deleted')).toBeNull();
});

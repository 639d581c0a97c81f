import { expect, it } from 'vitest';
import { replaceEqualDeep } from './replace-equal-deep.ts';

it('keeps equal parts, and only these', () => {
  const before = { files: [{ name: 'a' }, { name: 'b' }], count: 1 };
  expect(replaceEqualDeep(before, structuredClone(before))).toBe(before);
  const after = replaceEqualDeep(before, { files: [{ name: 'a' }, { name: 'c' }], count: 1 });
  expect(after).toEqual({ files: [{ name: 'a' }, { name: 'c' }], count: 1 });
  expect(after.files[0]).toBe(before.files[0]);
  const counted = replaceEqualDeep(before, { ...structuredClone(before), count: 2 });
  expect(counted.files).toBe(before.files);
  expect(counted.count).toBe(2);
});

it('sees what is gone or of another kind', () => {
  expect(replaceEqualDeep<unknown>([1, 2], [1])).toEqual([1]);
  expect(replaceEqualDeep<unknown>({ a: 1, b: undefined }, { a: 1 })).toEqual({ a: 1 });
  expect(replaceEqualDeep<unknown>({ a: 1 }, null)).toBeNull();
  expect(replaceEqualDeep<unknown>({ 0: 1 }, [1])).toEqual([1]);
});

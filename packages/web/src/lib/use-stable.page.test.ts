import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useStable } from './use-stable.ts';

test('an equal value is the same value, another one replaces it', () => {
  const first = { path: '/diffs' };
  const { result, rerender } = renderHook(({ value }) => useStable(value), { initialProps: { value: first } });
  rerender({ value: { path: '/diffs' } });
  expect(result.current).toBe(first);
  rerender({ value: { path: '/diffs?diff_id=2' } });
  expect(result.current).toEqual({ path: '/diffs?diff_id=2' });
});

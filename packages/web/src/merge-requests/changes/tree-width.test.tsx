import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useTreeWidth } from './tree-width.ts';

const KEY = 'mr_tree_list_width';

beforeEach(() => localStorage.clear());

test.each([
  [null, 320],
  ['300', 300],
  ['100', 240],
  ['9999', 480],
  ['"wide"', 320],
  ['{', 320],
])('the width that a device has kept is used within its bounds: %s', (kept, width) => {
  if (kept !== null) localStorage.setItem(KEY, kept);
  expect(renderHook(() => useTreeWidth()).result.current[0]).toBe(width);
});

test('a width is kept within its bounds', () => {
  const { result } = renderHook(() => useTreeWidth());
  act(() => result.current[1](1_000));
  expect(result.current[0]).toBe(480);
  expect(localStorage.getItem(KEY)).toBe('480');
});

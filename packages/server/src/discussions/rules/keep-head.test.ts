import { expect, test, vi } from 'vitest';
import { keepHead } from './keep-head.ts';

test('of what flows by only the first bytes are kept, wherever it is cut', () => {
  const head = keepHead(5);
  for (const chunk of [Buffer.from('ab'), Buffer.from(''), 'cd', Buffer.from('efgh'), Buffer.from('i')])
    head.take(chunk);
  expect(head.bytes().toString()).toBe('abcde');
  const short = keepHead(5);
  short.take(Buffer.from('ab'));
  expect(short.bytes().toString()).toBe('ab');
});

test('no more of a large piece is copied than is kept, and what is kept is a copy', () => {
  const copy = vi.spyOn(Buffer, 'from');
  const large = Buffer.alloc(1_000_000, 'a');
  const head = keepHead(10);
  head.take(large);
  head.take(large);
  const copied = copy.mock.calls.map(([bytes]) => bytes);
  copy.mockRestore();
  large.fill('b');
  expect(copied).toHaveLength(1);
  expect(copied[0]).toHaveLength(10);
  expect(head.bytes().toString()).toBe('a'.repeat(10));
});

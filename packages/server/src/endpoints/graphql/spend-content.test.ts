import { expect, test } from 'vitest';
import type { Context } from '../../platform/context.ts';
import { spendContent } from './spend-content.ts';

const MIB = 1024 * 1024;

test('T-113: contents of files count together for one request, and each request has its own limit', () => {
  const [request, other] = [{} as Context, {} as Context];
  for (let at = 0; at < 20; at++) spendContent(request, MIB);
  expect(() => spendContent(request, 1)).toThrow('The contents of files in one response are limited to 20 MiB.');
  expect(() => spendContent(other, 20 * MIB)).not.toThrow();
});

import { AppError } from '@tributary/contract/errors/app-error.ts';
import { expect, test } from 'vitest';
import { movedPageAddress, movedRestAddress } from './moved.ts';

const moved = new AppError('moved', { from: 'old/tool', to: 'new/deep/tool', id: 12 });

test('REST addresses keep everything but the name', () => {
  expect(movedRestAddress(moved, '/api/v4/projects/old%2Ftool/labels?page=2')).toBe(
    '/api/v4/projects/12/labels?page=2',
  );
  expect(movedRestAddress(moved, '/api/v4/projects/Old%2FTool')).toBe('/api/v4/projects/12');
  expect(movedRestAddress(moved, '/api/v4/projects/other')).toBeUndefined();
});

test('page addresses keep what follows the name', () => {
  expect(movedPageAddress(moved, '/old/tool/-/tree/main?x=1')).toBe('/new/deep/tool/-/tree/main?x=1');
  expect(movedPageAddress(moved, '/groups/OLD/tool/-/labels')).toBe('/groups/new/deep/tool/-/labels');
  expect(movedPageAddress(moved, '/else/tool')).toBeUndefined();
});

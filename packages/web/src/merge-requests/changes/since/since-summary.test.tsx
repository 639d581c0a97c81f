import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Rebased } from './rebased-context.ts';
import { RebasedSummary } from './since-summary.tsx';

const part = { file_hash: 'part', old: [], new: [] };

function wordsOf(changes: Partial<Rebased['changes']>) {
  const rebased: Rebased = {
    changes: { files: [], parts: [], ...changes },
    isUnknown: false,
    isAllShown: false,
    showAll: () => undefined,
    partOf: () => undefined,
    isShown: () => false,
    showFile: () => undefined,
  };
  return render(<RebasedSummary rebased={rebased} />).container.textContent;
}

test('what came with a newer target is told, and of which files that cannot be said', () => {
  expect(wordsOf({})).toBe('');
  expect(wordsOf({ too_large: ['a'] })).toBe(
    '1 file is too large to separate target branch changes, so all changes in it are shown.',
  );
  expect(wordsOf({ files: ['whole'], parts: [part], too_large: ['a', 'b'] })).toBe(
    'All changes in 1 file and some in 1 file come only from the updated target branch and are hidden. ' +
      '2 files are too large to separate target branch changes, so all changes in them are shown.',
  );
});

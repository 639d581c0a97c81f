import { act, render, screen } from '@testing-library/react';
import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { expect, it } from 'vitest';
import { ToastRegion } from '../../ui/toast.tsx';
import type { Changes } from './changes-context.ts';
import { showTargetMissing } from './show-target-missing.ts';

const part = {
  mergeRequest: {} as MergeRequestShowPageData,
  params: { start_sha: 'abc' },
  metadata: { latest_diff: true } as Changes['metadata'],
} as Changes;

it('all changes are offered for what they may have; published comments are not among it', () => {
  render(<ToastRegion />);
  act(() => showTargetMissing('comment', part, () => undefined));
  expect(screen.getByText('This comment is no longer part of these changes.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show all changes' })).toBeNull();
  act(() => showTargetMissing('pending', part, () => undefined));
  expect(screen.getByText('This pending comment is no longer part of these changes.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Show all changes' })).toBeTruthy();
});

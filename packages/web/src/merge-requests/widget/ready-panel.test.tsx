import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { notesData } from '../../../testing/page-notes.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { DiscussionsProvider } from '../../discussions/store/use-discussions.tsx';
import { autosaveStoreOf } from '../../app/autosave/autosave-store.ts';
import { ReadyPanel } from './ready-panel.tsx';
import type { Widget } from './use-widget.ts';

const widget = {
  data: {
    default_merge_commit_message: 'Merge it',
    default_squash_commit_message: 'Squash it',
    should_remove_source_branch: null,
    user_permissions: { can_merge: true },
    current_user: { can_remove_source_branch: false },
    target_branch: 'main',
    commits_count: 1,
    diverged_commits_count: 0,
  } as WidgetData,
  flow: { state: 'idle' } as Widget['flow'],
} as Widget;

it('who writes back what was proposed goes on in the same field', async () => {
  autosaveStoreOf(2, 'MergeRequest:82').change('merge-message', 'Merge it!', null);
  const page = (
    <DiscussionsProvider notes={notesData({ noteableType: 'MergeRequest', noteableId: 82 })}>
      <ReadyPanel widget={widget} />
    </DiscussionsProvider>
  );
  await renderPage(
    () => page,
    pageData({}),
    () => ({ body: [] }),
  );
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Merge commit message/ });
  expect(field.value).toBe('Merge it!');
  await userEvent.type(field, '{Backspace}');
  expect(field.value).toBe('Merge it');
  expect(field.isConnected).toBe(true);
  await userEvent.type(field, ' now');
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('Merge it now');
  expect(screen.getByRole('button', { name: 'Draft history of the merge commit message' })).toBeTruthy();
});

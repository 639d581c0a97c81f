import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { autosaveStoreOf } from '../../app/autosave/autosave-store.ts';
import { ReadyPanel } from './ready-panel.tsx';
import { sampleWidget } from './widget-samples.ts';

const messages = { default_merge_commit_message: 'Merge it', default_squash_commit_message: 'Squash it' };

it('who writes back what was proposed goes on in the same field', async () => {
  autosaveStoreOf(2, 'MergeRequest:82').change('merge-message', 'Merge it!', null);
  const page = <ReadyPanel widget={sampleWidget('readyToMerge', messages)} place="MergeRequest:82" />;
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

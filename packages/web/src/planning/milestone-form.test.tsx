import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { pageData } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { placeFor } from '../discussions/model/upload-places.ts';
import { MilestoneForm } from './milestone-form.tsx';

it('is not sent while a file of its description is still on the way', async () => {
  const onSubmit = vi.fn<() => Promise<void>>(async () => undefined);
  const writing = { previewMarkdownPath: '/preview', uploadsPath: null };
  await renderPage(
    () => (
      <MilestoneForm
        milestone={null}
        writing={writing}
        submitLabel="Create milestone"
        onSubmit={onSubmit}
        onCancel={() => {}}
      />
    ),
    pageData({}),
  );
  await userEvent.type(screen.getByRole('textbox', { name: /^Title/ }), 'Spring');
  const description = screen.getByRole('textbox', { name: /^Description/ });
  await userEvent.click(description);
  await userEvent.paste(placeFor('0000000a', 'plan.png'));
  await userEvent.click(screen.getByRole('button', { name: 'Create milestone' }));
  expect(await screen.findByText(/^A file has not been attached yet/)).toBeTruthy();
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.clear(description);
  await userEvent.click(screen.getByRole('button', { name: 'Create milestone' }));
  expect(onSubmit).toHaveBeenCalledOnce();
});

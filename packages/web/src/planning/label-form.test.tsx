import type { LabelEntry } from '@tributary/contract/planning/page.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { pageData } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { type LabelBody, LabelForm } from './label-form.tsx';

const label: LabelEntry = {
  id: 3,
  name: 'urgent',
  color: '#cc0000',
  textColor: '#FFFFFF',
  description: 'Now',
  scope: null,
  priority: 1,
  owner: { kind: 'project', id: 2, name: 'Works', fullPath: 'works/one', href: '/works/one' },
  openIssuesCount: 0,
  openMergeRequestsCount: 0,
  filterHref: null,
  issuesHref: null,
  isArchived: false,
  isSubscribed: false,
  promotesTo: null,
  can: { update: true, delete: true, prioritize: true, subscribe: true },
};

it('of a label that is there only what was changed is sent: the rest stays as others have it by now', async () => {
  const onSubmit = vi.fn<(body: LabelBody) => Promise<void>>(async () => undefined);
  await renderPage(
    () => (
      <LabelForm
        label={label}
        hasPriority
        suggestedColors={[]}
        submitLabel="Save changes"
        onSubmit={onSubmit}
        onCancel={() => undefined}
      />
    ),
    pageData({}),
  );
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), ' or never');
  await save();
  await userEvent.clear(screen.getByRole('textbox', { name: /^Priority/ }));
  await save();
  expect(onSubmit.mock.calls.map(([body]) => body)).toEqual([
    { description: 'Now or never' },
    { description: 'Now or never', priority: null },
  ]);
});

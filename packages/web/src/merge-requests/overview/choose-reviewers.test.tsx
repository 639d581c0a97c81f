import type { MergeRequestFormData, MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { renderPage, type Sent } from '../../../testing/render-page.tsx';
import { Choices, useChoices } from '../form/form-choices.tsx';
import { MergeRequestSidebar } from './sidebar.tsx';

const ADA = { id: 3, name: 'Ada Lovelace', username: 'ada', avatar_url: null };
type Shown = MergeRequestShowPageData;

const NOTHING = { assignees: [], reviewers: [], labels: [], milestone: null };
const TIME = { estimate: null, spent: null, estimateSeconds: 0, spentSeconds: 0 };
const answer = ({ path }: Sent) => ({ body: path.includes('/members/all') ? [ADA] : {} });

/** As someone sees it who may set neither labels nor assignees. */
async function showSidebar(mayReview: boolean) {
  const mergeRequest: Partial<Shown['mergeRequest']> = { ...NOTHING, projectId: 1, participants: [], time: TIME };
  const approval: Partial<Shown['approval']> = { approvals: [], hasApproved: false, canApprove: false, refusal: null };
  const can: Partial<Shown['can']> = { review: mayReview, assign: false, label: false, subscribe: false, lock: false };
  const page = { mergeRequest, approval, can, paths: { api: '/mr', list: '/list' } } as Shown;
  return renderPage(() => <MergeRequestSidebar page={page} />, pageData({}), answer);
}

it('an author below Developer chooses reviewers beside the merge request, and nobody else', async () => {
  const { sent } = await showSidebar(true);
  const edit = screen.getByRole('button', { name: /^Edit / });
  expect(edit.getAttribute('aria-label')).toBe('Edit reviewers');
  await userEvent.click(edit);
  await userEvent.click(await screen.findByRole('option', { name: /Ada Lovelace/ }));
  await userEvent.keyboard('{Escape}');
  await expect
    .poll(() => sent.find(({ method }) => method === 'PUT'))
    .toEqual({ method: 'PUT', path: '/mr', body: { add_reviewer_ids: [3], remove_reviewer_ids: [] } });
});

it('who may not change it chooses nobody', async () => {
  await showSidebar(false);
  expect(screen.getByText('Reviewers')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit reviewers' })).toBeNull();
});

it('the form of an author below Developer asks for reviewers alone', async () => {
  const form: MergeRequestFormData = {
    ...NOTHING,
    title: '',
    description: '',
    draft: false,
    removeSourceBranch: false,
    squash: { value: false, isReadOnly: false, isShown: true },
    mergeAfter: null,
    dependencies: { references: [], hidden: 0 },
    can: { assign: false, label: false, setMilestone: false },
  };
  function Form() {
    return <Choices choices={useChoices(form, null)} form={form} projectId={1} />;
  }
  await renderPage(Form, pageData({}), answer);
  await userEvent.click(screen.getByRole('button', { name: /^(?:Reviewers|Assignees|Labels|Milestone)/ }));
  expect(screen.getByRole('dialog', { name: 'Reviewers' })).toBeTruthy();
  expect(await screen.findByRole('option', { name: /Ada Lovelace/ })).toBeTruthy();
});

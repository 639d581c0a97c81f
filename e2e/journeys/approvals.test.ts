import { beforeAll, expect, test } from 'vitest';
import { expectClean } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Window } from '../testing/sign-in.ts';
import { commitFiles, type MergeRequest, type Project, type TestUser } from '../testing/world.ts';

const journey = beginJourney({ isShared: true });
let ann: TestUser;
let made: Project;
let opened: MergeRequest;
let maintainer: Window;
let reviewer: Window;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  const ben = await journey.world.person('ben', 'Ben Reviewer');
  made = await journey.world.project(ann, 'approved', { members: [{ person: ben, level: 30 }] });
  maintainer = await journey.open(ann);
  reviewer = await journey.open(ben);
  opened = await journey.world.mergeRequest(ann, made, 'change', { 'docs/guide.md': 'changed\n' });
});

test('a maintainer adds a rule, after its mistakes are named', async () => {
  const { page } = maintainer;
  await page.goto(`/${made.path}/-/settings/merge_requests`);
  await page.getByText('No approval rules. Approvals are optional.').waitFor();
  await page.getByRole('button', { name: 'Add approval rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add approval rule' });
  await dialog.getByRole('textbox', { name: 'Approvals required' }).fill('-1');
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  for (const problem of [
    'Please provide a name',
    'Please enter a non-negative number',
    'Please select and add a member',
  ]) {
    await dialog.getByText(problem).waitFor();
  }
  await dialog.getByRole('textbox', { name: 'Rule name' }).fill('Documentation');
  await dialog.getByRole('textbox', { name: 'Approvals required' }).fill('1');
  await dialog.getByRole('button', { name: /Users/ }).click();
  await page.getByRole('option', { name: /Ben Reviewer/ }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await dialog.waitFor({ state: 'detached' });
  const rules = page.getByRole('list', { name: 'Approval rules' });
  await rules.getByText('Documentation').waitFor();
  expect(await rules.getByRole('listitem').count()).toBe(1);
  await expectClean(maintainer);
});

test('its rule holds a merge back until its approver agrees, and again after other content', async () => {
  const { page } = reviewer;
  await page.goto(`/${made.path}/-/merge_requests/${opened.iid}`);
  const approvals = page.getByRole('region', { name: 'Approvals' });
  await approvals.getByText('Requires 1 approval from Documentation').waitFor();
  await page.getByText('all required approvals must be given').first().waitFor();
  await approvals.getByRole('button', { name: 'Expand approval rules' }).click();
  const table = approvals.getByRole('table', { name: 'Approval rules' });
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
    'Approvers',
    'Approvals',
    'Commented by',
    'Approved by',
  ]);
  await table.getByText('0 of 1').waitFor();
  await approvals.getByRole('button', { name: 'Approve', exact: true }).click();
  await approvals.getByText('Approved by Ben Reviewer').waitFor();
  await table.getByText('1 of 1').waitFor();
  await commitFiles(ann, made.id, { branch: 'change', files: { 'docs/more.md': 'more\n' } });
  await approvals.getByText('Requires 1 approval from Documentation').waitFor();
  await approvals.getByRole('button', { name: 'What happened to approvals?' }).click();
  await page.getByText('Ben Reviewer: ended because the content changed. Changed: docs/more.md.').waitFor();
  await page.keyboard.press('Escape');
  await expectClean(reviewer);
});

test('a password that is asked for and wrong is told beside it', async () => {
  await ann.rest.put(`/projects/${made.id}/merge_request_approval_setting`, { require_password_to_approve: true });
  const { page } = reviewer;
  await page.reload();
  const approvals = page.getByRole('region', { name: 'Approvals' });
  await approvals.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter password to approve' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill('not it');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByText('Approval password is invalid.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await approvals.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(1);
  await expectClean(reviewer);
});

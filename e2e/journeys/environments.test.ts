import { beforeAll, expect, test } from 'vitest';
import { expectClean } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Window } from '../testing/sign-in.ts';
import type { MergeRequest, Project, TestUser } from '../testing/world.ts';

const journey = beginJourney({ isShared: true });
let ann: TestUser;
let window: Window;
let project: Project;
let request: MergeRequest;

const CONFIG = `
ship:
  script: ./ship
  when: manual
  environment: { name: review/$CI_COMMIT_REF_NAME, url: https://app.example.org }
live:
  script: ./ship
  environment: production
  rules: [{ if: $GO_LIVE == "1" }]
`;

/** A deployment of another system. */
const report = (environment: string, sha: string, ref: string) =>
  ann.rest.post(`/projects/${project.id}/deployments`, { environment, sha, ref, tag: false, status: 'success' });

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Lee');
  project = await journey.world.project(ann, 'shop', { files: { '.gitlab-ci.yml': CONFIG } });
  request = await journey.world.mergeRequest(ann, project, 'cart', { 'cart.ts': 'export {};\n' });
  await ann.rest.post(`/projects/${project.id}/environments`, {
    name: 'staging',
    external_url: 'https://shop.example',
  });
  for (const name of ['staging', 'qa/one', 'qa/two']) await report(name, request.sha, 'cart');
  window = await journey.open(ann);
});

const open = (path: string) => window.page.goto(`${journey.server.url}/${project.path}/-/${path}`);

test('the merge request says where it is deployed, and deploys and stops there', async () => {
  const { page } = window;
  await expect
    .poll(async () => (await ann.rest.get<object[]>(`/projects/${project.id}/deployments?status=created`)).length)
    .toBe(2);
  await open(`merge_requests/${request.iid}`);
  await page.getByRole('button', { name: 'View all environments.' }).click();
  const list = page.getByRole('list', { name: 'Deployments' });
  await list.getByText('Deployed to staging').waitFor();
  expect(await list.getByRole('link', { name: 'View app' }).getAttribute('href')).toBe('https://shop.example');
  await expectClean(window);

  const manual = list.getByRole('listitem').filter({ hasText: 'Can be manually deployed to review/cart' });
  await manual.getByRole('button', { name: 'Deploy' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to deploy this environment?' });
  await question.getByRole('button', { name: 'Deploy' }).click();
  await list.getByText('Will deploy to review/cart').waitFor();

  const staging = list.getByRole('listitem').filter({ hasText: 'staging' });
  await staging.getByRole('button', { name: 'Stop environment' }).click();
  const stop = page.getByRole('dialog', { name: 'Are you sure you want to stop this environment?' });
  await stop.getByRole('button', { name: 'Stop environment' }).click();
  await staging.getByRole('link', { name: 'View app' }).waitFor({ state: 'detached' });
});

test('environments lie in folders, and one shows its deployments', async () => {
  const { page } = window;
  await open('environments');
  const list = page.getByRole('list', { name: 'Environments' });
  await list.getByText('2 environments').first().waitFor();
  await expectClean(window);
  await list.getByRole('link', { name: 'qa' }).click();
  await list.getByRole('link', { name: 'qa/one' }).click();
  const table = page.getByRole('table', { name: 'Deployments' });
  await table.getByText('latest').waitFor();
  await expectClean(window);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop environment' }).click();
  await page.getByRole('button', { name: 'Delete' }).waitFor();
  await open('environments?scope=stopped');
  await list.getByRole('link', { name: 'staging' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search by environment name' }).fill('none such');
  await page.getByRole('button', { name: 'Search', exact: true }).last().click();
  await page.getByText('No matching environments').waitFor();
  expect(new URL(page.url()).searchParams.get('search')).toBe('none such');
});

test('a deployment to a protected environment waits until another member approves it', async () => {
  const { page } = window;
  const bob = await journey.world.person('bob', 'Bob Ray');
  await ann.rest.post(`/projects/${project.id}/members`, { user_id: bob.id, access_level: 40 });
  await open('settings/environments');
  await page.getByRole('button', { name: 'Protect an environment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Protect an environment' });
  const choose = async (field: string, text: string, option: RegExp) => {
    await dialog.getByRole('button', { name: field }).click();
    await page.getByRole('combobox').fill(text);
    await page.getByRole('option', { name: option }).click();
  };
  await choose('Environment', 'production', /^production/);
  await choose('Approvers', 'Maintainers', /^Maintainers/);
  await page.keyboard.press('Escape');
  await expectClean(window);
  await dialog.getByRole('button', { name: 'Protect', exact: true }).click();
  await page.getByText('Required approvals: Maintainers (1)').waitFor();
  await expectClean(window);

  await ann.rest.post(`/projects/${project.id}/pipeline`, { ref: 'main', variables: [{ key: 'GO_LIVE', value: '1' }] });
  const blocked = () => ann.rest.get<object[]>(`/projects/${project.id}/deployments?status=blocked`);
  await expect.poll(async () => (await blocked()).length).toBe(1);
  const { page: other, ...rest } = await journey.open(bob);
  await other.goto(`${journey.server.url}/${project.path}/-/environments`);
  await other.getByRole('link', { name: 'Waiting for approval' }).click();
  await other.getByText('This deployment waits for approval.').waitFor();
  await expectClean({ page: other, ...rest });
  await other.getByRole('button', { name: 'Approve' }).click();
  const decision = other.getByRole('dialog', { name: 'Approve the deployment to production' });
  await decision.getByRole('textbox').fill('Ready for the weekend');
  await decision.getByRole('button', { name: 'Approve' }).click();
  await other.getByText('Ready for the weekend').waitFor();
  await other.getByText('1 of 1 approval').waitFor();
  await expectClean({ page: other, ...rest });
  expect(await blocked()).toEqual([]);
});

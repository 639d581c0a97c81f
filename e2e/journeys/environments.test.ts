import { beforeAll, expect, test } from 'vitest';
import { expectClean } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Window } from '../testing/sign-in.ts';
import type { MergeRequest, Project, TestUser } from '../testing/world.ts';

const journey = beginJourney();
let ann: TestUser;
let window: Window;
let project: Project;
let request: MergeRequest;

const CONFIG = `
ship:
  script: ./ship
  when: manual
  environment: { name: review/$CI_COMMIT_REF_NAME, url: https://app.example.org }
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

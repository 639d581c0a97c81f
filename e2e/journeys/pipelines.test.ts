import { beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Window } from '../testing/sign-in.ts';
import type { MergeRequest, Project, TestUser } from '../testing/world.ts';

const journey = beginJourney();
let ann: TestUser;
let window: Window;
let made: Project;
let opened: MergeRequest;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  made = await journey.world.project(ann, 'piped');
  opened = await journey.world.mergeRequest(ann, made, 'tested', { 'a.txt': 'a\n' });
  window = await journey.open(ann);
});

const report = (name: string, state: string) =>
  ann.rest.post(`/projects/${made.id}/statuses/tested`, {
    name,
    state,
    ref: 'tested',
    target_url: 'https://ci.example/1',
  });

test('a merge request follows the pipeline that another system reports, down to its jobs', async () => {
  const { page, problems } = window;
  const { sha } = await ann.rest.get<{ sha: string }>(`/projects/${made.id}/merge_requests/${opened.iid}`);
  expect(sha).toMatch(/^[0-9a-f]{40}$/);
  await page.goto(`/${made.path}/-/merge_requests/${opened.iid}`);
  const merge = page.getByRole('region', { name: 'Merge', exact: true });
  await merge.waitFor();
  await report('build', 'success');
  await report('test', 'running');
  await merge.getByRole('button', { name: 'external: running' }).waitFor();
  await report('test', 'failed');
  await merge.getByRole('button', { name: 'external: failed' }).press('Enter');
  const job = page.getByRole('menuitem', { name: 'test' });
  expect(await job.getAttribute('href')).toBe('https://ci.example/1');
  await page.keyboard.press('Escape');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'Pipelines 1' }).click();
  const table = page.getByRole('table', { name: 'Pipelines' });
  await table.getByRole('link', { name: /^#\d+$/ }).click();
  await page.getByRole('list', { name: 'Jobs by stage' }).getByText('build').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'Failed jobs 1' }).click();
  await page.getByRole('list', { name: 'Failed jobs' }).getByText('Reported as failed by another system').waitFor();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Pipelines' }).click();
  await page.getByRole('searchbox').fill('nonsense status:Passed');
  await page.keyboard.press('Enter');
  await page.getByText('Raw text search is not currently supported.').waitFor();
  await page.getByRole('heading', { name: 'No matching pipelines' }).waitFor();
  expect(problems).toEqual([]);
});

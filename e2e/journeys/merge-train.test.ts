import { beforeAll, expect, test } from 'vitest';
import { expectClean } from '../testing/clean.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Window } from '../testing/sign-in.ts';
import type { MergeRequest, Project, TestUser } from '../testing/world.ts';

const journey = beginJourney({ isShared: true });
let ann: TestUser;
let made: Project;
let first: MergeRequest;
let second: MergeRequest;
let window: Window;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  made = await journey.world.project(ann, 'trains', {});
  await ann.rest.put(`/projects/${made.id}`, { merge_pipelines_enabled: true, merge_trains_enabled: true });
  first = await journey.world.mergeRequest(ann, made, 'first', { 'first.md': 'first\n' });
  second = await journey.world.mergeRequest(ann, made, 'second', { 'second.md': 'second\n' });
  for (const { sha } of [first, second]) await report(sha, 'success');
  window = await journey.open(ann);
});

/** As a CI service does: for a head, and for the commit of the train. */
const report = (sha: string, state: string) =>
  ann.rest.post(`/projects/${made.id}/statuses/${sha}`, { state, name: 'tests' });

const trainSha = async ({ iid }: MergeRequest): Promise<string> => {
  type Car = { pipeline: { sha: string } | null };
  let sha: string | undefined;
  await expect
    .poll(async () => {
      const car = await ann.rest.get<Car>(`/projects/${made.id}/merge_trains/merge_requests/${iid}`);
      sha = car.pipeline?.sha;
      return sha;
    })
    .toBeDefined();
  return sha ?? '';
};

test('two merge requests are added to the train, and land in order once they are tested together', async () => {
  const { page } = window;
  const panel = page.getByRole('region', { name: 'Merge' });
  await page.goto(`/${made.path}/-/merge_requests/${first.iid}`);
  await panel.getByRole('button', { name: 'Select merge moment' }).waitFor();
  await panel.getByRole('button', { name: 'Start merge train' }).click();
  await panel.getByText('It is the next to be merged.').waitFor();
  await page.goto(`/${made.path}/-/merge_requests/${second.iid}`);
  await panel.getByRole('button', { name: 'Add to merge train' }).click();
  await panel.getByText('There are 2 merge requests waiting to be merged.').waitFor();
  await expectClean(window);
  await panel.getByRole('link', { name: 'View merge train' }).click();
  const train = page.getByRole('list', { name: 'Merge requests in the train' });
  await expect.poll(() => train.getByRole('link', { name: /Pipeline/ }).count()).toBe(2);
  await expectClean(window);
  await report(await trainSha(second), 'success');
  await train.getByText('Passed. Waits for those ahead of it.').waitFor();
  await report(await trainSha(first), 'success');
  const history = page.getByRole('list', { name: 'Merge requests that left the train' });
  await expect.poll(() => history.getByText('Merged by the merge train.').count()).toBe(2);
  await page.getByText('No merge requests are waiting.').waitFor();
  await history
    .getByRole('button', { name: /Added by/ })
    .first()
    .click();
  await history.getByText(/^Merged as/).waitFor();
  await expectClean(window);
  const { state } = await ann.rest.get<{ state: string }>(`/projects/${made.id}/merge_requests/${second.iid}`);
  expect(state).toBe('merged');
});

test('a merge request is removed on the page of its train', async () => {
  const { page } = window;
  const third = await journey.world.mergeRequest(ann, made, 'third', { 'third.md': 'third\n' });
  await report(third.sha, 'success');
  await ann.rest.post(`/projects/${made.id}/merge_trains/merge_requests/${third.iid}`, {
    when_pipeline_succeeds: true,
  });
  await trainSha(third);
  await page.goto(`/${made.path}/-/merge_trains`);
  await page.getByRole('button', { name: 'Remove from merge train' }).click();
  const question = page.getByRole('dialog', { name: 'Remove from the merge train?' });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('No merge requests are waiting.').waitFor();
  await expectClean(window);
  const car = await ann.rest.get<{ status: string }>(`/projects/${made.id}/merge_trains/merge_requests/${third.iid}`);
  expect(car.status).toBe('removed');
});

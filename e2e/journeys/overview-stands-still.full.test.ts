import { beforeAll, expect, test } from 'vitest';
import { isScriptOf } from '../testing/built-scripts.ts';
import { beginJourney } from '../testing/journey.ts';
import { topAtRest } from '../testing/idle.ts';
import { shiftsOf, watchShifts } from '../testing/watch-shifts.ts';
import { LICENSE_JOB, reportLicenses } from '../testing/report-licenses.ts';
import { commitFiles, type TestUser } from '../testing/world.ts';

const journey = beginJourney();
let ann: TestUser;
let ben: TestUser;
let overview: string;

beforeAll(async () => {
  [ann, ben] = await Promise.all([
    journey.world.person('ann', 'Ann Author'),
    journey.world.person('ben', 'Ben Reader'),
  ]);
  const project = await journey.world.project(ann, 'still', { members: [{ person: ben, level: 30 }] });
  const { iid } = await journey.world.mergeRequest(ann, project, 'topic', { 'topic.txt': 'Topic\n' });
  const threads = `/projects/${project.id}/merge_requests/${iid}/discussions`;
  for (const body of ['One', 'Two', 'Three']) await ann.rest.post(threads, { body });
  overview = `/${project.path}/-/merge_requests/${iid}`;
});

test.each([390, 1440])('at %i pixels the overview stays as it is while approvals and buttons come', async (width) => {
  for (const reader of [ann, ben]) {
    const { page, problems, context } = await journey.open(reader, { width });
    await watchShifts(page);
    const held = Promise.withResolvers<void>();
    for (const late of [/\/approvals\.json$/, isScriptOf('src/discussions/threads/thread-jumper.tsx')])
      await page.route(late, async (route) => {
        await held.promise;
        await route.continue();
      });
    await page.goto(overview);
    const note = page.getByRole('note', { name: 'Pipelines' });
    await note.waitFor();
    await page.getByRole('status', { name: 'Loading approvals' }).waitFor();
    const threads = page.getByRole('heading', { name: 'Activity' });
    await threads.waitFor();
    await page.evaluate(() => document.fonts.ready);
    const places = async () => [await topAtRest(note), await topAtRest(threads)];
    const before = await places();
    held.resolve();
    await page.getByText('Approval is optional').waitFor();
    await page.getByRole('button', { name: 'Go to next unresolved thread' }).first().waitFor();
    expect(await places()).toEqual(before);
    expect(await shiftsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  }
});

test.each([390, 1440])(
  'at %i pixels it stays so while a stack, status checks, reports and dependencies come',
  async (width) => {
    const made = await journey.world.project(ann, `rows-${width}`, {});
    const at = `/projects/${made.id}`;
    const first = await journey.world.mergeRequest(ann, made, 'first', { 'first.txt': 'First\n' });
    const upper = { branch: 'upper', start: 'lower', files: { 'upper.txt': 'Upper\n', '.gitlab-ci.yml': LICENSE_JOB } };
    await commitFiles(ann, made.id, { branch: 'lower', start: 'main', files: { 'lower.txt': 'Lower\n' } });
    await commitFiles(ann, made.id, upper);
    const open = (source: string, target: string) =>
      ann.rest.post<{ iid: number }>(`${at}/merge_requests`, {
        source_branch: source,
        target_branch: target,
        title: `Bring ${source}`,
      });
    await open('lower', 'main');
    const { iid } = await open('upper', 'lower');
    await ann.rest.post(`${at}/merge_requests/${iid}/blocks`, { blocking_merge_request_iid: first.iid });
    await ann.rest.post(`${at}/external_status_checks`, { name: 'QA', external_url: 'https://checks.invalid' });
    expect(await reportLicenses(journey.server, ann, made, ['MIT'])).toBe(201);
    const { page, problems, context } = await journey.open(ann, { width });
    await watchShifts(page);
    const held = Promise.withResolvers<void>();
    const later = [
      isScriptOf('src/merge-requests/widget/reports-section.tsx'),
      /_collapsed\.json$/,
      /\/status_checks$/,
    ];
    for (const late of later)
      await page.route(late, async (route) => {
        await held.promise;
        await route.continue();
      });
    await page.goto(`/${made.path}/-/merge_requests/${iid}`);
    const checks = page.getByRole('button', { name: /^Merge checks/ });
    await checks.waitFor();
    await page.getByText('Approval is optional').waitFor();
    await page.getByText('Status checks are being fetched').waitFor();
    await page.getByRole('button', { name: 'Stack of 2 merge requests' }).waitFor();
    await page.getByRole('button', { name: 'Depends on 1 merge request being merged' }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    const before = await topAtRest(checks);
    held.resolve();
    await page.getByText('License Compliance detected 1 new license').waitFor();
    await page.getByRole('button', { name: /^Status checks 1/ }).waitFor();
    expect(await topAtRest(checks)).toBe(before);
    expect(await shiftsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  },
);

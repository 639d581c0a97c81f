import { beforeAll, expect, test } from 'vitest';
import { isScriptOf } from '../testing/built-scripts.ts';
import { beginJourney } from '../testing/journey.ts';
import { topAtRest } from '../testing/idle.ts';
import { shiftsOf, watchShifts } from '../testing/watch-shifts.ts';
import type { TestUser } from '../testing/world.ts';

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

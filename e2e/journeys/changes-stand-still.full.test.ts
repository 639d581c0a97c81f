import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { beginJourney } from '../testing/journey.ts';
import { png } from '../testing/images.ts';
import { shiftsOf, watchShifts } from '../testing/watch-shifts.ts';
import type { MergeRequest, TestUser, Project } from '../testing/world.ts';

const journey = beginJourney();
let ann: TestUser;
let project: Project;
let request: MergeRequest;
let changes: string;

const FILES = 36;
const LINES = 40;
/** Of the screen: less is not seen while it is scrolled. */
const LEAST_SEEN = 0.01;
const path = (at: number) => `part-${String(at).padStart(3, '0')}.ts`;
const PICTURES = [3, 9, 15, 21, 27, 31, 35].filter((at) => at <= FILES);
const picture = (at: number) => `part-${String(at).padStart(3, '0')}.png`;
const text = (word: string) =>
  Array.from({ length: LINES }, (_, at) =>
    at % 11 === 5
      ? `      ${'an.indented.word.that.fills.more.than.a.line.'.repeat(4)}${word}(${at + 1});\n`
      : `${word}(${at + 1})${at % 7 === 3 ? ' + something long that wraps'.repeat(12) : ''};\n`,
  ).join('');
const paragraph = 'This step is taken twice, which nobody who reads the stairs from below would think of. '.repeat(4);

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  const numbers = Array.from({ length: FILES }, (_, at) => at + 1);
  const files = (word: string) => Object.fromEntries(numbers.map((at) => [path(at), text(word)]));
  const pictures = (color: [number, number, number]) =>
    Object.fromEntries(PICTURES.map((at) => [picture(at), png(300 + (at % 9) * 40, 200 + (at % 9) * 60, color)]));
  project = await journey.world.project(ann, 'stairs', { files: files('step') });
  const client = await journey.world.clone(project, { username: 'ann', secret: ann.rest.token });
  await client.commit(pictures([200, 40, 40]), 'Add pictures');
  await client.must('push', '--quiet', 'origin', 'main');
  await client.must('checkout', '--quiet', '-b', 'leap');
  await client.commit({ ...files('leap'), ...pictures([40, 40, 200]) }, 'Leap');
  await client.must('push', '--quiet', 'origin', 'leap');
  request = await ann.rest.post<MergeRequest>(`/projects/${project.id}/merge_requests`, {
    source_branch: 'leap',
    target_branch: 'main',
    title: 'Leap',
  });
  const url = `/projects/${project.id}/merge_requests/${request.iid}/discussions`;
  for (const at of numbers.filter((each) => each % 2 === 0 && (each < FILES - 16 || each > FILES - 12))) {
    const where = { old_path: path(at), new_path: path(at), new_line: 10 + (at % 20) };
    const thread = await ann.rest.post<{ id: string }>(url, {
      body: Array.from({ length: 1 + (at % 3) }, () => paragraph).join('\n\n'),
      position: { position_type: 'text', ...request.diff_refs, ...where },
    });
    if (at % 4 === 0) await ann.rest.post(`${url}/${thread.id}/notes`, { body: paragraph });
  }
  changes = `/${project.path}/-/merge_requests/${request.iid}/diffs`;
});

/** Opens a page that is watched, with one kind of answer coming late. */
async function openSlowly(page: Page, address: string, late: RegExp, byMs: number): Promise<void> {
  await watchShifts(page);
  await page.route(late, async (route) => {
    await sleep(byMs);
    await route.continue();
  });
  await page.goto(address);
}

/** Turns the wheel until the page ends. */
async function wheel(page: Page, by: number): Promise<void> {
  await page.mouse.move(900, 500);
  for (let before = -1, now = 0, rests = 0; rests < 3;) {
    await page.mouse.wheel(0, by);
    await sleep(60);
    [before, now] = [now, await page.evaluate(() => window.scrollY)];
    rests = before === now ? rests + 1 : 0;
  }
  await sleep(300);
}

/** Steps of one line are those of a word that another browser would break elsewhere. */
const large = async (page: Page) => (await shiftsOf(page)).filter((shift) => Number.parseFloat(shift) > LEAST_SEEN);

describe('while someone reads through changes with threads and images', () => {
  test('long lines, threads and images have their room before they are seen', async () => {
    const { page, problems, context } = await journey.open(ann);
    await watchShifts(page);
    await page.goto(`${changes}?view=inline`);
    await page.getByRole('region', { name: path(1), exact: true }).waitFor();
    // Threads come once, wherever the reader is by then.
    await page.locator('[id^="thread_"]').first().waitFor();
    await sleep(1_000);
    expect(await large(page)).toEqual([]);
    await wheel(page, 1_500);
    expect(await large(page)).toEqual([]);
    // What was never near is come upon from below.
    await page.reload();
    await page.getByRole('region', { name: path(1), exact: true }).waitFor();
    await sleep(1_000);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight * 0.9));
    await sleep(1_000);
    await wheel(page, -700);
    expect(await large(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  }, 120_000);
});

test('images in a description and in comments have their room before they come', async () => {
  const upload = async (content: Buffer): Promise<string> => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(content)], { type: 'image/png' }), 'picture.png');
    const address = `${journey.server.url}/api/v4/projects/${project.id}/uploads`;
    const answer = await fetch(address, { method: 'POST', headers: { 'private-token': ann.rest.token }, body });
    return ((await answer.json()) as { markdown: string }).markdown;
  };
  const high = await upload(png(200, 600, [40, 160, 40]));
  const wide = await upload(png(1_600, 500, [160, 40, 160]));
  const texts = [`Before\n\n${high}\n\nbetween\n\n${wide}\n\nafter`, `${wide}\n\nbelow`, `${high}\n\nbelow`];
  const [description = '', ...notes] = texts;
  const issue = await ann.rest.post<{ iid: number }>(`/projects/${project.id}/issues`, { title: 'Seen', description });
  for (const body of notes) await ann.rest.post(`/projects/${project.id}/issues/${issue.iid}/notes`, { body });
  // Where images are drawn smaller than they are; at the width where they fit only in the full run.
  for (const width of [1440, 390]) {
    const { page, problems, context } = await journey.open(ann, { width });
    await openSlowly(page, `/${project.path}/-/issues/${issue.iid}`, /\/uploads\//, 1_000);
    const pictures = page.locator('.prose img');
    await expect.poll(() => pictures.count()).toBe(4);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((drawn) => drawn instanceof HTMLImageElement && drawn.naturalWidth))
        .toBeGreaterThan(0);
    }
    await sleep(300);
    expect(await shiftsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  }
}, 60_000);

test('an overview with much to read stands still while it comes, also below what is pending', async () => {
  const talk = `/projects/${project.id}/merge_requests/${request.iid}`;
  await ann.rest.post(`${talk}/draft_notes`, { note: 'Not said yet' });
  for (let at = 0; at < 60; at++) await ann.rest.post(`${talk}/notes`, { body: `Remark ${at}` });
  const { page, problems, context } = await journey.open(ann);
  await openSlowly(page, `/${project.path}/-/merge_requests/${request.iid}`, /\/drafts(\?|$)/, 150);
  await page.getByText('Not said yet').waitFor();
  await page.getByText('Remark 59').waitFor({ state: 'attached' });
  await sleep(500);
  expect(await large(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
}, 60_000);

test('the threads of a commit come with its lines, and long lines have their room before they are seen', async () => {
  const { head_sha: sha } = request.diff_refs;
  for (const at of [2, 4]) {
    const comment = { note: paragraph, path: path(at), line: 12, line_type: 'new' };
    await ann.rest.post(`/projects/${project.id}/repository/commits/${sha}/comments`, comment);
  }
  const { page, problems, context } = await journey.open(ann);
  await openSlowly(page, `/${project.path}/-/commit/${sha}`, /discussions\.json/, 500);
  await page.locator('[id^="thread_"]').first().waitFor();
  await sleep(500);
  // Files that come late find their reader at the activity below them: it stays where it is read.
  const arrival = Promise.withResolvers<void>();
  await page.route(/\/diff_files\b/, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await wheel(page, 1_500);
  expect(await large(page)).toEqual([]);
  const activity = page.getByRole('heading', { name: 'Activity' });
  const top = () => activity.evaluate((each) => each.getBoundingClientRect().top);
  const before = await top();
  expect(before).toBeLessThan(900);
  arrival.resolve();
  await expect.poll(() => page.locator('[data-file-card]').count()).toBe(FILES + PICTURES.length);
  await sleep(300);
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
  expect(problems).toEqual([]);
  await context.close();
}, 90_000);

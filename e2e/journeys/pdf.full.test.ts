import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { cardOf } from '../testing/diff-lines.ts';
import { beginJourney } from '../testing/journey.ts';
import { pdf } from '../testing/pdf.ts';
import type { Window } from '../testing/sign-in.ts';
import type { Project } from '../testing/world.ts';

const journey = beginJourney();
let project: Project;
let reader: Window;

/** Says something, and leads away, when it is opened. */
const ACTIVE =
  ' /OpenAction << /S /JavaScript /JS (app.alert\\("owned"\\); app.launchURL\\("http://127.0.0.1:1/"\\)) >>';

/** So many pages are never drawn at once. */
const LONG = 60;

beforeAll(async () => {
  const ann = await journey.world.person('ann', 'Ann Author');
  project = await journey.world.project(ann, 'manuals');
  const client = await journey.world.clone(project, { username: 'ann', secret: ann.rest.token });
  await client.commit({ 'manual.pdf': pdf(['First edition']) }, 'Add the manual');
  await client.must('push', 'origin', 'main');
  await client.must('checkout', '--quiet', '-b', 'second');
  await client.commit(
    {
      'manual.pdf': pdf(['Second edition', 'A further page']),
      'active.pdf': pdf(['Nothing runs'], { open: ACTIVE }),
      'half.pdf': pdf(['The good page'], { endsBroken: true }),
      'long.pdf': pdf(Array.from({ length: LONG }, (_, at) => `Chapter ${at + 1}`)),
      'broken.pdf': Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000)]),
    },
    'Second edition',
  );
  await client.must('push', 'origin', 'second');
  await ann.rest.post(`/projects/${project.id}/merge_requests`, {
    source_branch: 'second',
    target_branch: 'main',
    title: 'Second edition',
  });
  reader = await journey.open(ann);
});

/** How much that is dark stands on the page. */
function countDark(page: Locator): Promise<number> {
  return page.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 100 && (data[at + 3] ?? 0) > 200) count++;
    return count;
  });
}

/** Something dark stands on the white of the page. */
async function expectDrawn(page: Locator): Promise<void> {
  await expect.poll(() => countDark(page), { timeout: 15_000 }).toBeGreaterThan(50);
}

test('a changed PDF is shown before and after, with the text of its pages', async () => {
  const { page, problems } = reader;
  await page.goto(`/${project.path}/-/merge_requests/1/diffs`);
  const card = cardOf(page, 'manual.pdf');
  const button = card.getByRole('button', { name: 'Show pages' });
  await button.click();
  const before = card.getByRole('region', { name: 'Pages of manual.pdf before' });
  const after = card.getByRole('region', { name: 'Pages of manual.pdf after' });
  await expectDrawn(before.getByRole('img', { name: 'Page 1 of manual.pdf before' }));
  await expectDrawn(after.getByRole('img', { name: 'Page 2 of manual.pdf after' }));
  await before.getByText('First edition').waitFor({ state: 'attached' });
  await after.getByText('A further page').waitFor({ state: 'attached' });
  expect(await card.getByRole('link', { name: /^Download/ }).count()).toBe(2);
  expect(await findBarriers(page)).toEqual([]);
  await card.getByRole('button', { name: 'Hide pages' }).click();
  await after.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

test('nothing in it runs or leads away; a broken one says so', async () => {
  const { page, problems } = reader;
  const asked: string[] = [];
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => asked.push(dialog.message())));
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`/${project.path}/-/merge_requests/1/diffs`);
  const active = cardOf(page, 'active.pdf');
  await active.getByRole('button', { name: 'Show pages' }).click();
  await expectDrawn(active.getByRole('img', { name: 'Page 1 of active.pdf after' }));
  expect(await active.locator('figure a, iframe, object, embed').count()).toBe(0);
  const broken = cardOf(page, 'broken.pdf');
  await broken.getByRole('button', { name: 'Show pages' }).click();
  await broken.getByRole('alert').getByText('This PDF is damaged or uses unsupported features.').waitFor();
  await broken.getByRole('button', { name: 'Try again' }).click();
  await broken.getByRole('alert').getByText('This PDF is damaged or uses unsupported features.').waitFor();
  const foreign = asked.filter((url) => !url.startsWith(new URL(page.url()).origin));
  expect(foreign).toEqual([]);
  expect(problems).toEqual([]);
  // Also if one took over what reads it: that can ask nobody for anything.
  const answers = page.workers().map((each) =>
    each.evaluate(() =>
      fetch('/-/health').then(
        () => 'asked',
        () => 'refused',
      ),
    ),
  );
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['refused']));
});

test('the page of the file shows it, also on a phone', async () => {
  const { page, problems } = reader;
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/${project.path}/-/blob/second/manual.pdf`);
  await expectDrawn(page.getByRole('img', { name: 'Page 1 of manual.pdf' }));
  await page.getByRole('link', { name: /^Download \(/ }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('of a long one only what is near is drawn, also after all of it was seen', async () => {
  const { page, problems } = reader;
  await page.setViewportSize({ width: 1_000, height: 800 });
  await page.goto(`/${project.path}/-/blob/second/long.pdf`);
  const pages = page.getByRole('region', { name: 'Pages of long.pdf' });
  const first = pages.getByRole('img', { name: 'Page 1 of long.pdf' });
  await expectDrawn(first);
  const height = () => pages.evaluate((element) => element.scrollHeight);
  const before = await height();
  for (let at = 5; at <= LONG; at += 5) {
    const shown = pages.getByRole('img', { name: `Page ${at} of long.pdf`, exact: true });
    await shown.scrollIntoViewIfNeeded();
    await expectDrawn(shown);
  }
  const drawn = () =>
    pages
      .locator('canvas')
      .evaluateAll((all) => all.filter((each) => each instanceof HTMLCanvasElement && each.width > 0).length);
  await expect.poll(drawn).toBeLessThan(12);
  expect(await drawn()).toBeGreaterThan(0);
  expect(await height()).toBe(before);
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThan(800);
  await first.scrollIntoViewIfNeeded();
  await expectDrawn(first);
  expect(problems).toEqual([]);
});

/** A tab behind others: nothing is drawn there until it is shown. */
function hideTab(): void {
  const waiting: FrameRequestCallback[] = [];
  const draw = window.requestAnimationFrame.bind(window);
  let isHidden = true;
  Object.defineProperty(document, 'hidden', { get: () => isHidden });
  Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
  window.requestAnimationFrame = (callback) => (isHidden ? waiting.push(callback) : draw(callback));
  const showTab = () => {
    isHidden = false;
    for (const each of waiting.splice(0)) draw(each);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  Object.assign(window, { showTab });
}

test('pages that were opened in a tab nobody sees are drawn when it is shown', async () => {
  const page = await reader.context.newPage();
  await page.addInitScript(hideTab);
  await page.goto(`/${project.path}/-/blob/second/manual.pdf`);
  const first = page.getByRole('img', { name: 'Page 1 of manual.pdf' });
  const size = () => first.evaluate((canvas) => canvas instanceof HTMLCanvasElement && canvas.width);
  await expect.poll(size).toBeGreaterThan(0);
  expect(await countDark(first)).toBe(0);
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.evaluate('showTab()');
  await expectDrawn(first);
  await expectDrawn(page.getByRole('img', { name: 'Page 2 of manual.pdf' }));
  await page.close();
});

test('a worker that fails is started again, and the pages after it are drawn', async () => {
  const page = await reader.context.newPage();
  await page.setViewportSize({ width: 1_000, height: 800 });
  await page.goto(`/${project.path}/-/blob/second/long.pdf`);
  const pages = page.getByRole('region', { name: 'Pages of long.pdf' });
  await expectDrawn(pages.getByRole('img', { name: 'Page 1 of long.pdf', exact: true }));
  const [worker] = page.workers();
  await worker?.evaluate(() => {
    setTimeout(() => {
      throw new Error('Out of memory');
    });
  });
  for (const at of [30, 60]) {
    const shown = pages.getByRole('img', { name: `Page ${at} of long.pdf`, exact: true });
    await shown.scrollIntoViewIfNeeded();
    await expectDrawn(shown);
  }
  expect(await pages.getByRole('alert').count()).toBe(0);
  expect(page.workers()).toHaveLength(1);
  expect(page.workers()[0]).not.toBe(worker);
  await page.close();
});

test('a broken page says so in its place, and the others are shown', async () => {
  const { page, problems } = reader;
  await page.goto(`/${project.path}/-/blob/second/half.pdf`);
  const pages = page.getByRole('region', { name: 'Pages of half.pdf' });
  await pages.getByRole('alert').getByText('Page 2 could not be displayed.').waitFor();
  await expectDrawn(pages.getByRole('img', { name: 'Page 1 of half.pdf' }));
  expect(await findBarriers(page)).toEqual([]);
  await pages.getByRole('button', { name: 'Try again' }).press('Enter');
  const again = pages.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await expect.poll(() => again.evaluate((button) => button === document.activeElement)).toBe(true);
  await expectDrawn(pages.getByRole('img', { name: 'Page 1 of half.pdf' }));
  expect(problems).toEqual([]);
});

import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { beginJourney } from '../testing/journey.ts';
import { png } from '../testing/images.ts';
import { answersDrawn, hasKeyboard } from '../testing/idle.ts';
import { shiftsOf, watchShifts } from '../testing/watch-shifts.ts';
import type { Window } from '../testing/sign-in.ts';
import type { MergeRequest, TestUser, Project } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

const journey = beginJourney({ isShared: true });
let window: Window;
let ann: TestUser;
let project: Project;
let request: MergeRequest;

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  project = await journey.world.project(ann, 'pictures');
  const client = await journey.world.clone(project, { username: 'ann', secret: ann.rest.token });
  const script =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><script>document.title="owned"</script></svg>';
  await client.commit(
    { 'logo.png': png(400, 200, [200, 40, 40]), 'data.bin': Buffer.from([0, 1, 2, 3]) },
    'Add pictures',
  );
  await client.must('push', 'origin', 'main');
  await client.must('checkout', '--quiet', '-b', 'feature');
  await client.commit(
    {
      'logo.png': png(300, 200, [40, 40, 200]),
      'new.svg': script,
      'tall.png': png(300, 900, [40, 160, 40]),
      'data.bin': Buffer.concat([Buffer.from([0]), Buffer.alloc(1_535, 7)]),
    },
    'Change pictures',
  );
  await client.must('push', 'origin', 'feature');
  request = await ann.rest.post<MergeRequest>(`/projects/${project.id}/merge_requests`, {
    source_branch: 'feature',
    target_branch: 'main',
    title: 'Change pictures',
  });
  window = await journey.open(ann);
});

const card = (page: Page, file: string) => page.getByRole('region', { name: file, exact: true });

async function open(): Promise<Page> {
  const { page } = window;
  await page.goto(`/${project.path}/-/merge_requests/1/diffs`);
  await card(page, 'logo.png').getByText('300 × 200 px').waitFor();
  return page;
}

describe('images in the changes', () => {
  test('are shown beside each other with their sizes, drawings as images, other files as downloads', async () => {
    const page = await open();
    await card(page, 'logo.png').getByText('400 × 200 px').waitFor();
    await card(page, 'new.svg').getByRole('img', { name: 'new.svg after' }).waitFor();
    expect(await page.title()).not.toBe('owned');
    const downloads = card(page, 'data.bin').getByRole('link', { name: /^Download/ });
    await expect
      .poll(() => downloads.allTextContents())
      .toEqual(['Download before (4 bytes)', 'Download after (1.50 KiB)']);
    expect(await findBarriers(page)).toEqual([]);
  });

  test.runIf(IS_FULL)('a drawing is read and commented by its lines as well', async () => {
    const page = await open();
    const drawing = card(page, 'new.svg');
    const how = drawing.getByRole('group', { name: 'File view for new.svg' });
    const source = how.getByRole('button', { name: 'Show source' });
    const rendered = how.getByRole('button', { name: 'Show rendered' });
    expect(await rendered.getAttribute('aria-pressed')).toBe('true');
    await source.click();
    const line = drawing.locator('tr.dk-added', { hasText: 'document.title' });
    await line.hover();
    expect(await source.getAttribute('aria-pressed')).toBe('true');
    await drawing.getByRole('button', { name: /^Add a comment to/ }).click();
    await drawing.getByRole('textbox', { name: 'Comment on line 1' }).fill('No scripts in drawings');
    await drawing.getByRole('button', { name: 'Add comment now' }).click();
    const note = drawing.locator('article[id^="note_"]', { hasText: 'No scripts in drawings' });
    await note.waitFor();
    const id = await note.getAttribute('id');
    await rendered.click();
    await drawing.getByRole('img', { name: 'new.svg after' }).waitFor();
    expect(await note.count()).toBe(0);
    // Whoever follows a link to the comment sees the lines that it is on.
    await page.goto('about:blank');
    await page.goto(`/${project.path}/-/merge_requests/1/diffs#${id}`);
    await note.waitFor();
    await expect.poll(() => source.getAttribute('aria-pressed')).toBe('true');
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.title()).not.toBe('owned');
  });

  test.runIf(IS_FULL)('move nothing when they arrive, nor do the fonts', async () => {
    const { page, context, problems } = await journey.open(ann);
    await watchShifts(page);
    const arrival = Promise.withResolvers<void>();
    const held = [/\/-\/raw\//, /\.woff2$/];
    for (const address of held) {
      await page.route(address, async (route) => {
        await arrival.promise;
        await route.continue();
      });
    }
    await page.goto(`/${project.path}/-/merge_requests/1/diffs`, { waitUntil: 'commit' });
    const tall = card(page, 'tall.png').getByRole('img');
    await tall.waitFor();
    const heights = () => page.locator('figure img').evaluateAll((all) => all.map((each) => each.clientHeight));
    const before = await heights();
    expect(before).toHaveLength(4);
    arrival.resolve();
    const isThere = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
    await expect.poll(() => tall.evaluate(isThere)).toBe(true);
    await page.evaluate(() => document.fonts.ready);
    await card(page, 'tall.png').getByRole('button', { name: 'Comment on this image' }).waitFor();
    expect(await heights()).toEqual(before);
    // The stand-in of a font is some pixels off at the end of a long row, of all rows at once where all fonts come at once; the
    // one for systems that have no other is further off.
    const hasUsual = await page.evaluate(() =>
      document.fonts.load('13px "Inter Stand-in"').then(
        () => true,
        () => false,
      ),
    );
    const most = hasUsual ? 0.0002 : 0.002;
    expect((await shiftsOf(page)).filter((shift) => Number.parseFloat(shift) > most)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test.runIf(IS_FULL)('are compared by a line or by transparency, with the keyboard', async () => {
    const { page } = window;
    const logo = card(page, 'logo.png');
    await logo.getByRole('button', { name: 'Swipe' }).click();
    const line = logo.getByRole('slider', { name: 'Move the divider between before and after' });
    await line.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => line.getAttribute('aria-valuetext')).toBe('1% before');
    const clip = () =>
      logo.getByRole('img', { name: 'logo.png after' }).evaluate((image) => getComputedStyle(image).clipPath);
    await expect.poll(clip).toMatch(/^inset\(0px 0px 0px 1\.333+%\)$/);
    await logo.getByRole('button', { name: 'Onion skin' }).click();
    const strength = logo.getByRole('slider', { name: 'Opacity of the after image' });
    await strength.focus();
    await page.keyboard.press('End');
    await expect
      .poll(() =>
        logo.getByRole('img', { name: 'logo.png after' }).evaluate((image) => getComputedStyle(image).opacity),
      )
      .toBe('1');
    const share = async () => {
      const [before = 1, after = 0] = await logo
        .getByRole('img')
        .evaluateAll((images) => images.map((image) => image.getBoundingClientRect().width));
      return Math.round((after / before) * 100);
    };
    await expect.poll(share).toBe(75);
    expect(await findBarriers(page)).toEqual([]);
  });

  test('a place is commented on with the pointer, and its pin leads to the thread', async () => {
    const page = await open();
    const logo = card(page, 'logo.png');
    const image = logo.getByRole('img', { name: 'logo.png after' });
    // The image is as large as it will be; where it is, the click finds by itself.
    const { width, height } = await image.evaluate((element) => element.getBoundingClientRect());
    await image.click({ position: { x: width * 0.25, y: height * 0.5 }, force: true });
    const text = logo.getByRole('textbox', { name: 'Comment on logo.png' });
    await text.fill('Too blue.');
    await page.reload();
    // At its place, with the text, and nothing moves to show it.
    await logo.getByRole('button', { name: /^New comment at 25% from the left and 50% from the top/ }).waitFor();
    expect(await text.inputValue()).toBe('Too blue.');
    await logo.getByRole('button', { name: 'Add comment now' }).click();
    await logo.getByRole('article').getByText('Too blue.').waitFor();
    await text.waitFor({ state: 'detached' });
    const pin = logo.getByRole('button', { name: 'Comment 1 by Ann Author' });
    await expect.poll(() => pin.evaluate((element) => [element.style.left, element.style.top])).toEqual(['25%', '50%']);
    await page.reload();
    await pin.click();
    const isThread = () => page.evaluate(() => document.activeElement?.id.startsWith('note_') ?? false);
    await expect.poll(isThread).toBe(true);
    const place = async () => {
      const [of, at] = [await image.boundingBox(), await pin.boundingBox()];
      if (!of || !at) return null;
      const share = (middle: number, from: number, whole: number) => Math.round(((middle - from) / whole) * 100);
      return [share(at.x + at.width / 2, of.x, of.width), share(at.y + at.height / 2, of.y, of.height)];
    };
    for (const mode of ['Swipe', 'Onion skin', '2-up']) {
      await logo.getByRole('button', { name: mode }).click();
      await expect.poll(place).toEqual([25, 50]);
    }
    expect(window.problems).toEqual([]);
  });

  test.runIf(IS_FULL)('a pin is moved by dragging and by keys, and goes back where that cannot be saved', async () => {
    const { page, problems } = window;
    const logo = card(page, 'logo.png');
    const pin = logo.getByRole('button', { name: 'Comment 1 by Ann Author' });
    const place = () =>
      pin.evaluate(({ style }) => [style.left, style.top].map((share) => Math.round(parseFloat(share))));
    const saved = async () => {
      const threads = await ann.rest.get<{ notes: { position: { x: number; y: number } }[] }[]>(
        `/projects/${project.id}/merge_requests/1/discussions`,
      );
      return threads
        .flatMap(({ notes }) => notes.map(({ position }) => position))
        .find((each) => each?.x !== undefined);
    };
    const box = await logo.getByRole('img', { name: 'logo.png after' }).boundingBox();
    if (!box) throw new Error('there is no picture');
    await pin.hover();
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.4);
    await page.mouse.move(box.x + box.width * 0.75, box.y + box.height * 0.2);
    await page.mouse.up();
    await expect.poll(saved).toMatchObject({ x: 225, y: 40, width: 300, height: 200 });
    expect(await place()).toEqual([75, 20]);
    await pin.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(saved).toMatchObject({ x: 222, y: 60 });
    await page.reload();
    await expect.poll(place).toEqual([74, 30]);
    await page.route(/\/-\/notes\/\d+$/, (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }));
    await pin.focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(place).toEqual([74, 29]);
    await page.getByText(/^The pin could not be moved\./).waitFor();
    await expect.poll(place).toEqual([74, 30]);
    await page.unroute(/\/-\/notes\/\d+$/);
    expect(await findBarriers(page)).toEqual([]);
    // That the answer was a failure is what was wanted.
    expect(problems.splice(0).filter((each) => !each.includes('503'))).toEqual([]);
  });

  test.runIf(IS_FULL)('and with the keyboard alone', async () => {
    const { page } = window;
    const logo = card(page, 'logo.png');
    await logo.getByRole('button', { name: 'Comment on this image' }).focus();
    await page.keyboard.press('Enter');
    const pin = logo.getByRole('button', { name: /^New comment at 50% from the left/ });
    await pin.waitFor();
    await hasKeyboard(pin);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowDown');
    await logo.getByRole('button', { name: /^New comment at 60% from the left and 51% from the top/ }).waitFor();
    await logo.getByRole('textbox', { name: 'Comment on logo.png' }).fill('Nor here.');
    await page.keyboard.press('Shift+Control+Enter');
    await logo.getByText('Nor here.').waitFor();
    await logo.getByRole('button', { name: 'Comment 2 by Ann Author' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(window.problems).toEqual([]);
  });

  test.runIf(IS_FULL)('a pending comment has its pin, which leads to it', async () => {
    const page = await open();
    const logo = card(page, 'logo.png');
    await logo.getByRole('button', { name: 'Comment on this image' }).click();
    await logo.getByRole('button', { name: /^New comment at 50% from the left/ }).waitFor();
    await logo.getByRole('textbox', { name: 'Comment on logo.png' }).fill('Later.');
    await logo.getByRole('button', { name: 'Start a review' }).click();
    const pin = logo.getByRole('button', { name: 'Pending comment at 50% from the left and 50% from the top' });
    await pin.waitFor();
    await pin.click();
    await hasKeyboard(page.getByRole('article', { name: 'Pending comment' }));
    await pin.focus();
    await page.keyboard.press('ArrowRight');
    await logo.getByRole('button', { name: 'Pending comment at 51% from the left and 50% from the top' }).waitFor();
    type Draft = { position: { x: number } };
    const drafts = () => ann.rest.get<Draft[]>(`/projects/${project.id}/merge_requests/1/draft_notes`);
    await expect.poll(async () => (await drafts()).map(({ position }) => position.x)).toEqual([153]);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await drafts()).map(({ position }) => position.x)).toEqual([150]);
    expect(await findBarriers(page)).toEqual([]);
    await ann.rest.post(`/projects/${project.id}/merge_requests/1/draft_notes/bulk_publish`);
    await pin.waitFor({ state: 'detached' });
    await logo.getByRole('button', { name: 'Comment 3 by Ann Author' }).waitFor();
    expect(window.problems).toEqual([]);
  });

  test.runIf(IS_FULL)('the activity shows the image with the pin above the thread', async () => {
    const { page } = window;
    await page.goto(`/${project.path}/-/merge_requests/1`);
    const entry = page.locator('figure', { has: page.getByRole('img', { name: 'logo.png' }) }).first();
    await entry.getByRole('button', { name: 'Comment 1 by Ann Author' }).waitFor();
    const picture = entry.getByRole('img', { name: 'logo.png' });
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true);
    expect(window.problems).toEqual([]);
  });

  test.runIf(IS_FULL)('there it is compared with the one before, and a new one with nothing', async () => {
    const { page, context, problems } = await journey.open(ann);
    await watchShifts(page);
    const arrival = Promise.withResolvers<void>();
    await page.route(/\/begun_pictures\.json/, async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await page.goto(`/${project.path}/-/merge_requests/1`);
    const entry = page.locator('figure', { has: page.getByRole('img', { name: 'logo.png' }) }).first();
    const ways = entry.getByRole('group', { name: 'Image comparison mode' });
    const picture = entry.getByRole('img', { name: 'logo.png' });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
    await page.evaluate(() => document.fonts.ready);
    const before = await shiftsOf(page);
    arrival.resolve();
    await ways.waitFor();
    const pin = entry.getByRole('button', { name: 'Comment 1 by Ann Author' });
    const place = async () => {
      const [box, at] = [
        await entry
          .getByRole('img', { name: /^logo\.png( after)?$/ })
          .last()
          .boundingBox(),
        await pin.boundingBox(),
      ];
      const share = (middle: number, from: number, whole: number) => Math.round(((middle - from) / whole) * 100);
      return box && at
        ? [share(at.x + at.width / 2, box.x, box.width), share(at.y + at.height / 2, box.y, box.height)]
        : null;
    };
    await expect.poll(place).toEqual([74, 30]);
    expect(await shiftsOf(page)).toEqual(before);
    await page.setViewportSize({ width: 390, height: 844 });
    const spill = () =>
      entry.evaluate((figure) => {
        const { left, right } = figure.getBoundingClientRect();
        const boxes = [...figure.querySelectorAll('img, input, figcaption')].map((each) =>
          each.getBoundingClientRect(),
        );
        return boxes.some((box) => box.left < left || box.right > right);
      });
    for (const way of ['2-up', 'Onion skin', 'Swipe']) {
      await ways.getByRole('button', { name: way }).click();
      await entry.getByRole('img', { name: 'logo.png before' }).waitFor();
      await expect.poll(place).toEqual([74, 30]);
      expect(await spill()).toBe(false);
      expect(await findBarriers(page)).toEqual([]);
    }
    await entry.getByRole('slider', { name: 'Move the divider between before and after' }).waitFor();
    // The way that is pressed again leads back.
    await ways.getByRole('button', { name: 'Swipe' }).click();
    await entry.getByRole('img', { name: 'logo.png before' }).waitFor({ state: 'detached' });
    await expect.poll(place).toEqual([74, 30]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test.runIf(IS_FULL)(
    'there the pin stands on its place of the picture, also of one that is drawn smaller than it is',
    async () => {
      const path = 'tall.png';
      const size = { x: 75, y: 450, width: 300, height: 900 };
      const position = { ...request.diff_refs, position_type: 'image', old_path: path, new_path: path, ...size };
      const route = `/projects/${project.id}/merge_requests/${request.iid}/discussions`;
      const { id } = await ann.rest.post<{ id: string }>(route, { body: 'Too green.', position });
      const { page } = window;
      // The page before may ask the same.
      await page.goto('about:blank');
      const compared = answersDrawn(page, [new RegExp(`/begun_pictures\\.json\\?.*${id}`)]);
      await page.goto(`/${project.path}/-/merge_requests/1`);
      const entry = page.locator('figure', { has: page.getByRole('img', { name: path }) });
      const picture = entry.getByRole('img', { name: path });
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
      const place = async () => {
        const [box, pin] = [await picture.boundingBox(), await entry.getByRole('button').boundingBox()];
        if (!box || !pin) return null;
        const shape = Math.round((box.height / box.width) * 10) / 10;
        const share = (at: number, from: number, whole: number) => Math.round(((at - from) / whole) * 20) / 20;
        const left = share(pin.x + pin.width / 2, box.x, box.width);
        return { shape, left, top: share(pin.y + pin.height / 2, box.y, box.height) };
      };
      await expect.poll(place).toEqual({ shape: 3, left: 0.25, top: 0.5 });
      // It is new: there is nothing to compare it with. That is known when the answer has come.
      await compared;
      expect(await entry.getByRole('group', { name: 'Image comparison mode' }).count()).toBe(0);
    },
  );
});

describe('images of a commit', () => {
  const file = (page: Page) => page.getByRole('article', { name: 'logo.png', exact: true });
  let address: string;

  beforeAll(async () => {
    const { id: sha } = await ann.rest.get<{ id: string }>(`/projects/${project.id}/repository/commits/feature`);
    address = `/${project.path}/-/commit/${sha}`;
  });

  test.runIf(IS_FULL)('move nothing when they arrive', async () => {
    const { page, context, problems } = await journey.open(ann);
    await watchShifts(page);
    const arrival = Promise.withResolvers<void>();
    await page.route(/\/-\/raw\//, async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await page.goto(address, { waitUntil: 'commit' });
    const image = file(page).getByRole('img', { name: 'logo.png after' });
    await image.waitFor();
    const heights = () => page.locator('figure img').evaluateAll((all) => all.map((each) => each.clientHeight));
    const before = await heights();
    arrival.resolve();
    await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(300);
    expect(await heights()).toEqual(before);
    expect(await shiftsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test.runIf(IS_FULL)('are commented on at a place, and their pins lead to the threads', async () => {
    const { page } = window;
    await page.goto(address);
    const logo = file(page);
    await logo.getByRole('button', { name: 'Comment on this image' }).waitFor();
    const image = logo.getByRole('img', { name: 'logo.png after' });
    const { width, height } = await image.evaluate((element) => element.getBoundingClientRect());
    await image.click({ position: { x: width * 0.25, y: height * 0.5 }, force: true });
    await logo.getByRole('textbox', { name: 'Comment on logo.png' }).fill('Blue in this commit.');
    await logo.getByRole('button', { name: 'Comment', exact: true }).click();
    const pin = logo.getByRole('button', { name: /^Comment 1 by Ann Author/ });
    await expect.poll(() => pin.evaluate((element) => [element.style.left, element.style.top])).toEqual(['25%', '50%']);
    const note = logo.locator('article[id^="note_"]', { hasText: 'Blue in this commit.' });
    const id = await note.getAttribute('id');
    expect(await findBarriers(page)).toEqual([]);
    // Whoever follows a link to the comment is led to the image, and finds it there alone.
    await page.goto('about:blank');
    await page.goto(`${address}#${id}`);
    await hasKeyboard(note);
    expect(await page.getByText('Blue in this commit.').count()).toBe(1);
    await logo.getByRole('button', { name: 'Swipe' }).click();
    await pin.focus();
    await page.keyboard.press('ArrowRight');
    type Thread = { notes: { position: { x: number } }[] };
    const place = async () => {
      const path = `/projects/${project.id}/repository/commits/feature/discussions`;
      return (await ann.rest.get<Thread[]>(path)).flatMap(({ notes }) => notes.map(({ position }) => position.x));
    };
    await expect.poll(place).toEqual([78]);
    expect(window.problems).toEqual([]);
  });
});

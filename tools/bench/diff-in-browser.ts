import { gzipSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { ROOT_PASSWORD, type Service } from './service.ts';

/** A window of root on the service. */
export async function openAsRoot(browser: Browser, service: Service): Promise<Page> {
  const context = await browser.newContext({ baseURL: service.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto('/users/sign_in');
  await page.getByLabel('Username or e-mail').fill('root');
  await page.getByLabel('Password', { exact: true }).fill(ROOT_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/users/sign_in');
  return page;
}

/** Milliseconds from a press on `selector` until that many lines are in the page and painted. */
export function msUntilLines(page: Page, selector: string | null, lines: number): Promise<number> {
  return page.evaluate(
    async ([press, wanted]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const from = press === null ? 0 : performance.now();
      if (press !== null) document.querySelector<HTMLElement>(press)?.click();
      const deadline = performance.now() + 60_000;
      // Far away they are one text for many lines.
      const texts = () => [...document.querySelectorAll('.df')].map((each) => each.firstChild?.textContent ?? '');
      const linesThere = () =>
        texts().reduce((sum, text) => sum + text.split('\n').length, document.querySelectorAll('tr.dr').length);
      while (linesThere() < wanted) {
        if (performance.now() > deadline) throw new Error(`waited a minute for ${wanted} lines`);
        await frame();
      }
      await frame();
      return performance.now() - from;
    },
    [selector, lines] as const,
  );
}

/**
 * What Chromium does after a form went: 100 ms later it reads all forms of the page, for its own filling in. A press in
 * that moment would be measured with the end of the one before.
 */
const AFTER_FORM_MS = 400;

/** Milliseconds from Enter on a line of ours until its form is there and painted; closed again each time. */
export function msToComment(page: Page, rounds: number): Promise<number[]> {
  return page.evaluate(
    async ([count, rest]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const diff = document.querySelector<HTMLElement>('[data-diff]');
      const press = (key: string) =>
        diff?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      const taken: number[] = [];
      diff?.focus();
      for (let round = 0; round <= count; round++) {
        press('ArrowDown');
        await frame();
        diff?.focus();
        const from = performance.now();
        press('Enter');
        // Drawn right after the event; without this a frame would go by that the presses on other pages do not wait for.
        await Promise.resolve();
        while (!document.querySelector('.diff-insertion textarea')) await frame();
        await frame();
        // The first form brings the code of all forms with it.
        if (round > 0) taken.push(performance.now() - from);
        const buttons = [...document.querySelectorAll<HTMLElement>('.diff-insertion button')];
        buttons.find((button) => button.textContent === 'Cancel')?.click();
        while (document.querySelector('.diff-insertion textarea')) await frame();
        await new Promise((resolve) => setTimeout(resolve, rest));
      }
      return taken;
    },
    [rounds, AFTER_FORM_MS] as const,
  );
}

/** The same on a page whose rows open a form when `selector` is pressed within them. */
export function msToPress(page: Page, selector: string, rounds: number): Promise<number[]> {
  return page.evaluate(
    async ([target, count, rest]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const taken: number[] = [];
      for (let round = 0; round <= count; round++) {
        const from = performance.now();
        document.querySelectorAll<HTMLElement>(target)[round + 3]?.click();
        await frame();
        if (round > 0) taken.push(performance.now() - from);
        await new Promise((resolve) => setTimeout(resolve, rest));
      }
      return taken;
    },
    [selector, rounds, AFTER_FORM_MS] as const,
  );
}

/** Until nothing was added to the page or taken from it for a second: colours and what is offered on lines come later. */
async function untilSettled(page: Page): Promise<void> {
  const count = () => page.evaluate(() => document.querySelectorAll('*').length);
  for (let before = -1, now = await count(); now !== before; now = await count()) {
    before = now;
    await page.waitForTimeout(1_000);
  }
}

/** JavaScript memory in MB of a page that has settled, after what can be collected is collected. */
export async function heapMb(page: Page): Promise<number> {
  await untilSettled(page);
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1_000_000;
}

/** What a page needs until its first lines are there, from an empty cache; scripts as they are kept compressed for sending. */
export async function firstView(page: Page, address: string) {
  const scripts = new Map<string, Promise<number>>();
  const asked: string[] = [];
  let isOver = false;
  page.on('response', (response) => {
    if (isOver) return;
    const kind = response.request().resourceType();
    if (kind === 'script') {
      scripts.set(
        response.url(),
        response.body().then((body) => gzipSync(body, { level: 9 }).length),
      );
    }
    if (kind === 'document' || kind === 'fetch' || kind === 'xhr') asked.push(new URL(response.url()).pathname);
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
    // The page says when: what is fetched after that, and before the one who asks hears of the lines, is no part of it.
    new MutationObserver((_, observer) => {
      if (!document.querySelector('tr.dr')) return;
      observer.disconnect();
      Object.assign(window, { fetchedByThen: performance.getEntriesByType('resource').map(({ name }) => name) });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(address);
  await page.locator('tr.dr').first().waitFor();
  isOver = true;
  const names = await page.evaluate(() => (window as unknown as { fetchedByThen: string[] }).fetchedByThen);
  const sizes = await Promise.all([...new Set(names)].map((name) => scripts.get(name) ?? Promise.resolve(0)));
  const scriptKb = sizes.reduce((sum, size) => sum + size, 0) / 1_000;
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const layoutShift = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
  return { scriptKb, asked, layoutShift };
}

/**
 * Milliseconds from each of two keys, pressed in turns, until the frame that shows what it did; the first of each is not
 * counted, for it brings code with it.
 */
export function msToAnswer(
  page: Page,
  keys: readonly string[],
  rounds: number,
): Promise<Record<string, number[] | undefined>> {
  return page.evaluate(
    async ([pair, count]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const taken: Record<string, number[]> = {};
      for (let round = 0; round <= count; round++) {
        for (const key of pair) {
          const from = performance.now();
          const shiftKey = key.toLowerCase() !== key;
          (document.activeElement ?? document.body).dispatchEvent(
            new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
          );
          await frame();
          if (round > 0) (taken[key] ??= []).push(performance.now() - from);
          // What comes later, as lines that are asked for, is no part of the next press.
          await new Promise((resolve) => setTimeout(resolve, 300));
        }
      }
      return taken;
    },
    [keys, rounds] as const,
  );
}

/** As far as one step may go without that a file is passed by before it came near. */
const STEP_SCREENS = 3;
/** A page that gets slower the more was read is not waited for. */
const LONGEST_MS = 60_000;

/** Scrolls through the files, to the last one or for a minute. Gives the sum of what moved, how long a step took, and how many files came by. */
export function readFiles(page: Page): Promise<{ shift: number; steps: number[]; files: number }> {
  return page.evaluate(
    async ([screens, longest]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      let shift = 0;
      const watch = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value;
      });
      watch.observe({ type: 'layout-shift' });
      const steps: number[] = [];
      const begun = performance.now();
      let rests = 0;
      // Whether there is more is known when what was asked for has come.
      while (rests < 30 && performance.now() - begun < longest) {
        const [before, from] = [scrollY, performance.now()];
        scrollBy(0, innerHeight * screens);
        await frame();
        await frame();
        if (scrollY === before) rests += 1;
        else {
          rests = 0;
          steps.push(performance.now() - from);
        }
      }
      watch.disconnect();
      return { shift, steps, files: document.querySelectorAll('[data-file-card]').length };
    },
    [STEP_SCREENS, LONGEST_MS] as const,
  );
}

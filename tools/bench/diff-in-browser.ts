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

/** What a page needs until its first lines are painted, from an empty cache. */
export async function firstView(page: Page, address: string) {
  const scripts: Promise<number>[] = [];
  const asked: string[] = [];
  let isOver = false;
  page.on('response', (response) => {
    if (isOver) return;
    const kind = response.request().resourceType();
    if (kind === 'script') scripts.push(response.body().then((body) => gzipSync(body).length));
    if (kind === 'document' || kind === 'fetch' || kind === 'xhr') asked.push(new URL(response.url()).pathname);
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(address);
  await page.locator('tr.dr').first().waitFor();
  isOver = true;
  const scriptKb = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0) / 1_000;
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const layoutShift = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
  return { scriptKb, asked, layoutShift };
}

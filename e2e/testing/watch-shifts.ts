import type { Page } from 'playwright-core';

/** From the next document on, keeps what moves without anyone's doing: how much, and what. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    };
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const each of list.getEntries() as Shift[]) {
        if (each.hadRecentInput) continue;
        const what = each.sources.map(({ node, previousRect, currentRect }) => {
          const text = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent?.slice(0, 80);
          return `${text}: ${place(previousRect)} to ${place(currentRect)}`;
        });
        shifts.push(`${each.value.toFixed(5)} ${what.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
}

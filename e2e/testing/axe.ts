import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { type SimilarElements, findSimilarElements } from './similar-elements.ts';
import { IS_FULL } from './full-run.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** As small as it comes: every page that is looked at has to read all of it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Parts of pages in which this worker found nothing wrong: what is around a page is the same on most. */
const known = new Set<string>();

/**
 * What is wrong with the accessibility of the page as it stands, one line per place. An ordinary run looks at some of the
 * places that are built alike, on this page and on those before it; the full one at all of them: a page of changes has
 * thousands, and a look at each takes seconds.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  // What floats in fades for a moment, and half a colour has half its contrast.
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const alike = IS_FULL
    ? await page.evaluateHandle((): SimilarElements => ({ left: [], seen: [] }))
    : await page.evaluateHandle(findSimilarElements, [...known]);
  const faults = await page.evaluate(async ({ left }) => {
    const floats = (selector: string) =>
      document.querySelector(selector)?.closest('[role="tooltip"], [data-radix-popper-content-wrapper]') != null;
    // For each rule and node every part that is left out is asked whether it contains it, which took up to half a minute:
    // one speaks for all of them, and looks once.
    const [speaker] = left;
    const isLeft = new Map<Node | null, boolean>([[null, false], ...left.map((each) => [each, true] as const)]);
    const isWithin = (node: Node | null): boolean => {
      const answer = isLeft.get(node) ?? isWithin(node?.parentNode ?? null);
      isLeft.set(node, answer);
      return answer;
    };
    if (speaker) Object.defineProperty(speaker, 'contains', { configurable: true, value: isWithin });
    const { violations } = await window.axe.run(speaker ? { exclude: [speaker] } : document, {
      // Only what is wrong is described: there are thousands of places that are right.
      resultTypes: ['violations'],
      // Who speaks to the page says what they see.
      rules: { 'label-content-name-mismatch': { enabled: true } },
    });
    if (speaker) Reflect.deleteProperty(speaker, 'contains');
    return violations.flatMap(({ id, nodes }) =>
      nodes
        // Outside of all landmarks float a tooltip, which is read with what it describes, and a menu, which has the keyboard.
        // What is hidden in a menu has its entries named one by one.
        .filter(({ target }) => id !== 'region' || !floats(String(target[0])))
        .map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    );
  }, alike);
  if (faults.length === 0) for (const part of await alike.evaluate(({ seen }) => seen)) known.add(part);
  await alike.dispose();
  return faults;
}

import axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** What is wrong with the accessibility of the page as it stands, one line per place. */
export async function findBarriers(page: Page): Promise<string[]> {
  // What floats in fades for a moment, and half a colour has half its contrast.
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const floats = (selector: string) =>
      document.querySelector(selector)?.closest('[role="tooltip"], [data-radix-popper-content-wrapper]') != null;
    const { violations } = await window.axe.run(document, {
      // Only what is wrong is described: there are thousands of places that are right.
      resultTypes: ['violations'],
      // Who speaks to the page says what they see.
      rules: { 'label-content-name-mismatch': { enabled: true } },
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes
        // Outside of all landmarks float a tooltip, which is read with what it describes, and a menu, which has the keyboard.
        // What is hidden in a menu has its entries named one by one.
        .filter(({ target }) => id !== 'region' || !floats(String(target[0])))
        .map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    );
  });
}

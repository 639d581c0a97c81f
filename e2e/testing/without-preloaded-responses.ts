import type { Page } from 'playwright-core';

const DATA = /(<script type="application\/json" id="page-data"[^>]*>)(.*?)(<\/script>)/s;

/** From now on documents bring no answers along, as when the server had none to give: the page asks for everything itself. */
export async function withoutPreloadedResponses(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const text = await response.text();
    if (!text.includes('"ahead":')) throw new Error(`${route.request().url()} brings no answers along`);
    const body = text.replace(DATA, (_whole, opening: string, json: string, closing: string) => {
      const { ahead: _left, ...data } = JSON.parse(json) as { ahead?: unknown };
      return opening + JSON.stringify(data).replaceAll('<', '\\u003c') + closing;
    });
    return route.fulfill({ response, body });
  });
}

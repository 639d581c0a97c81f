import type { PageData } from '@tributary/contract/page/page-data.ts';

/** Who goes back later than this waits for the server. */
const KEPT_MS = 5 * 60_000;

/** Pages that were shown, by address, for the way back. */
export class PageMemory {
  readonly #pages = new Map<string, { page: PageData; until: number }>();

  get(address: string): PageData | undefined {
    const found = this.#pages.get(address);
    return found && found.until > Date.now() ? found.page : undefined;
  }

  set(address: string, page: PageData): void {
    const now = Date.now();
    for (const [known, { until }] of this.#pages) if (until <= now) this.#pages.delete(known);
    this.#pages.set(address, { page, until: now + KEPT_MS });
  }
}

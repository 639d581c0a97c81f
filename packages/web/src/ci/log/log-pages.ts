import type { LogLines, PageLogLine } from '@tributary/contract/ci/job-page.ts';
import { api } from '../../lib/http.ts';

/** Lines that are fetched at a time. */
export const PAGE_LINES = 250;
/** More than there are rows on a large screen: where all sections are closed each row is of another page. */
const MAX_PAGES = 250;

/** Lines of a log that were fetched, the ones that were read last. */
export class LogPages {
  readonly #pages = new Map<number, readonly PageLogLine[]>();
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  get(line: number): PageLogLine | undefined {
    return this.#pages.get(Math.floor(line / PAGE_LINES))?.[line % PAGE_LINES];
  }

  /** Lines from the first on, which came with the outline. */
  put(lines: readonly PageLogLine[]): void {
    if (lines.length > (this.#pages.get(0)?.length ?? 0)) this.#set(0, lines.slice(0, PAGE_LINES));
  }

  /** Pages of these lines that have not been fetched, of a log that has so many lines. */
  missing(lines: Iterable<number>, count: number): number[] {
    const pages = new Set<number>();
    for (const line of lines) if (line < count) pages.add(Math.floor(line / PAGE_LINES));
    return [...pages].filter((page) => {
      const wanted = Math.min(PAGE_LINES, count - page * PAGE_LINES);
      return (this.#pages.get(page)?.length ?? 0) < wanted;
    });
  }

  async fetch(page: number): Promise<void> {
    const query = { from: page * PAGE_LINES, count: PAGE_LINES };
    const { lines } = await api.get<LogLines>(this.#path, { query });
    this.#set(page, lines);
  }

  #set(page: number, lines: readonly PageLogLine[]): void {
    this.#pages.delete(page);
    this.#pages.set(page, lines);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest);
  }
}

import type { LogLines, LogLinesAt, PageLogLine } from '@tributary/contract/ci/job-page.ts';
import { api } from '../../lib/http.ts';

/** Lines that are fetched at a time. */
export const PAGE_LINES = 250;
const MAX_PAGES = 50;
/** Rows of more pages than this are fetched one by one: where all sections are closed, each row is of another page. */
const MAX_PAGES_IN_VIEW = 3;
/** In one request; more than there are rows on a screen. */
const MAX_SINGLE = 300;
const MAX_SINGLE_KEPT = 5_000;

function evict<Key>(map: Map<Key, unknown>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) return;
    map.delete(key);
  }
}

/** What is to be fetched: pages, or lines by their numbers. */
export type MissingLines = { pages: number[] } | { at: number[] };

/** Lines of a log that were fetched, the ones that were read last. */
export class LogPages {
  readonly #pages = new Map<number, readonly PageLogLine[]>();
  readonly #single = new Map<number, PageLogLine>();
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  get(line: number): PageLogLine | undefined {
    return this.#pages.get(Math.floor(line / PAGE_LINES))?.[line % PAGE_LINES] ?? this.#single.get(line);
  }

  /** Lines from the first on, which came with the outline. */
  put(lines: readonly PageLogLine[]): void {
    if (lines.length > (this.#pages.get(0)?.length ?? 0)) this.#set(0, lines.slice(0, PAGE_LINES));
  }

  /** Those of these lines that have not been fetched, of a log that has so many lines. */
  missing(lines: readonly number[], count: number): MissingLines {
    const at = lines.filter((line) => line < count && this.get(line) === undefined);
    const pages = [...new Set(at.map((line) => Math.floor(line / PAGE_LINES)))];
    return pages.length > MAX_PAGES_IN_VIEW ? { at: at.slice(0, MAX_SINGLE) } : { pages };
  }

  /** Whether some came: another process of the server may not have read as far. */
  async fetch(page: number): Promise<boolean> {
    const query = { from: page * PAGE_LINES, count: PAGE_LINES };
    const { lines } = await api.get<LogLines>(this.#path, { query });
    this.#set(page, lines);
    return lines.length > 0;
  }

  async fetchAt(at: readonly number[]): Promise<boolean> {
    const { lines } = await api.get<LogLinesAt>(this.#path, { query: { at: at.join(',') } });
    for (const [number, line] of lines) {
      this.#single.delete(number);
      this.#single.set(number, line);
    }
    evict(this.#single, MAX_SINGLE_KEPT);
    return lines.length > 0;
  }

  #set(page: number, lines: readonly PageLogLine[]): void {
    this.#pages.delete(page);
    this.#pages.set(page, lines);
    evict(this.#pages, MAX_PAGES);
  }
}

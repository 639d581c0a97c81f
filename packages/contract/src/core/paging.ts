/** Offset paging as the REST endpoint speaks it. */
export const DEFAULT_PER_PAGE = 20;
export const MAX_PER_PAGE = 100;
/** Above this many rows the exact total is not counted any more. */
export const MAX_COUNTED_ROWS = 10_000;

export type PageRequest = { page: number; perPage: number };

/** `total` is undefined when there are more than MAX_COUNTED_ROWS rows. */
export type Page<T> = { items: T[]; page: number; perPage: number; total: number | undefined; hasNext: boolean };

export function pageOf<T>(items: T[], request: PageRequest, total: number | undefined): Page<T> {
  const { page, perPage } = request;
  const hasNext = total === undefined ? items.length === perPage : page * perPage < total;
  return { items, page, perPage, total, hasNext };
}

/** Pages a list that is wholly in memory. */
export function slicePage<T>(all: T[], request: PageRequest): Page<T> {
  const start = (request.page - 1) * request.perPage;
  return pageOf(all.slice(start, start + request.perPage), request, all.length);
}

export function mapPage<A, B>(page: Page<A>, map: (item: A) => B): Page<B> {
  return { ...page, items: page.items.map(map) };
}

export const COMMITS_OF_PAGE = 100;

/** The server lists the newest commits first: the oldest ones are on its last page. */
export function oldestPage(count: number): number {
  return Math.max(1, Math.ceil(count / COMMITS_OF_PAGE));
}

/** The page with the commits after those; null after the newest. */
export function newerPage(page: number): number | null {
  return page > 1 ? page - 1 : null;
}

const MAX_PAGE = 1_000_000;

/** `page` of an address; 1 for everything that is no page. */
export function pageNumber(query: URLSearchParams): number {
  const text = query.get('page') ?? '';
  return /^[1-9]\d{0,6}$/.test(text) ? Math.min(Number(text), MAX_PAGE) : 1;
}

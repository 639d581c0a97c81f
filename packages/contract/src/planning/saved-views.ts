/** Filters and order of a list, saved under a name; seen and changed by their user alone. */

export const SAVED_VIEW_LISTS = ['issues', 'merge_requests'] as const;
export type SavedViewList = (typeof SAVED_VIEW_LISTS)[number];

/** Of one user for one list. */
export const SAVED_VIEWS_MAX = 20;
export const SAVED_VIEW_MAX_NAME_CHARS = 100;
export const SAVED_VIEW_MAX_QUERY_CHARS = 4_000;

export type SavedView = {
  id: number;
  name: string;
  /** Search of the address of the list, without the question mark and the page. */
  query: string;
};

/** Those of one list by name. POST {list, name, query} to `path`; PUT {name} or DELETE below it with the id. */
export type SavedViews = { path: string; views: SavedView[] };

/** The search of an address as views are compared and saved: without its page, in one order. */
export function viewQuery(search: string | URLSearchParams): string {
  const query = new URLSearchParams(search);
  query.delete('page');
  query.sort();
  return query.toString();
}

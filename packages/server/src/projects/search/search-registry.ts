import type { Page } from '@tributary/contract/core/paging.ts';
import type { PaletteItem } from '@tributary/contract/page/page-data.ts';
import type { SearchItem } from '@tributary/contract/projects/page.ts';
import type { Context } from '../../platform/context.ts';
import type { NamespaceAccess, ProjectAccess } from '../access/project-access.ts';

export type SearchRequest = {
  query: string;
  page: number;
  perPage: number;
  /** Only inside this project or group; at most one is given, and the actor sees it. */
  project?: ProjectAccess | undefined;
  group?: NamespaceAccess | undefined;
  /** `opened`, `closed`, `merged`, `all`, for what has states. */
  state?: string | undefined;
};

export type SearchScope<T> = {
  /** As clients name it: `merge_requests`. */
  key: string;
  label: string;
  order: number;
  /** Only what the actor may see. */
  search: (ctx: Context, request: SearchRequest) => Promise<Page<T>>;
  toItem: (ctx: Context, found: T) => SearchItem;
  /** The entity of the REST face. */
  toRest: (ctx: Context, found: T) => unknown;
};

export type PaletteSource = {
  key: string;
  /** Heading of its results. */
  title: string;
  order: number;
  /** At most `limit`, best first, only what the actor may see. Must answer fast: it runs at every pause of typing. */
  find: (ctx: Context, query: string, limit: number) => Promise<PaletteItem[]>;
};

type AnyScope = SearchScope<unknown>;

const scopes = new Map<string, AnyScope>();
const sources: PaletteSource[] = [];

/** Adds something that can be searched for, on the search page and by REST. */
export function defineSearchScope<T>(scope: SearchScope<T>): void {
  scopes.set(scope.key, {
    ...scope,
    toItem: (ctx, found) => scope.toItem(ctx, found as T),
    toRest: (ctx, found) => scope.toRest(ctx, found as T),
  });
}

/** Adds a kind of result to the command palette. */
export function definePaletteSource(source: PaletteSource): void {
  sources.push(source);
}

export function findSearchScope(key: string): AnyScope | undefined {
  return scopes.get(key);
}

export function searchScopes(): AnyScope[] {
  return [...scopes.values()].toSorted((a, b) => a.order - b.order);
}

export function paletteSources(): PaletteSource[] {
  return sources.toSorted((a, b) => a.order - b.order);
}

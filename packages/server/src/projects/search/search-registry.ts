import type { Extension } from '../../platform/extensions.ts';
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
  /** A branch, tag or commit, for what lies in a repository. */
  ref?: string | undefined;
};

export type SearchScope<T> = {
  /** As clients name it: `merge_requests`. */
  key: string;
  label: string;
  order: number;
  /** Inside one project only, as everywhere it would take too long; or only outside, as no project holds any. */
  where?: 'in_project' | 'outside_projects';
  /** Only what the actor may see. */
  search: (ctx: Context, request: SearchRequest) => Promise<Page<T>>;
  toItem: (ctx: Context, found: T) => SearchItem;
  /** The entity of the REST endpoint. */
  toRest: (ctx: Context, found: T) => unknown;
};

export type PaletteSource = {
  key: string;
  /** Heading of its results. */
  title: string;
  order: number;
  /**
   * At most `limit`, best first, only what the actor may see. Must answer fast: it runs at every pause of typing. `project`
   * is the one whose pages are open.
   */
  find: (ctx: Context, query: string, limit: number, project?: ProjectAccess) => Promise<PaletteItem[]>;
};

type AnyScope = SearchScope<unknown>;

const scopes = new Map<string, AnyScope>();
const sources: PaletteSource[] = [];

/** Adds something that can be searched for, on the search page and by REST. */
export function defineSearchScope<T>(scope: SearchScope<T>): Extension {
  return () => {
    scopes.set(scope.key, {
      ...scope,
      toItem: (ctx, found) => scope.toItem(ctx, found as T),
      toRest: (ctx, found) => scope.toRest(ctx, found as T),
    });
  };
}

/** Adds a kind of result to the command palette. */
export function definePaletteSource(source: PaletteSource): Extension {
  return () => {
    sources.push(source);
  };
}

/** Undefined too where that scope is not offered: in a project, or else outside of one. */
export function findSearchScope(key: string, isInProject: boolean): AnyScope | undefined {
  const scope = scopes.get(key);
  return scope && isOffered(scope, isInProject) ? scope : undefined;
}

/** What can be searched for in a project, or else outside of one. */
export function searchScopes(isInProject: boolean): AnyScope[] {
  return [...scopes.values()].filter((scope) => isOffered(scope, isInProject)).toSorted((a, b) => a.order - b.order);
}

function isOffered({ where }: AnyScope, isInProject: boolean): boolean {
  return where === undefined || (where === 'in_project') === isInProject;
}

export function paletteSources(): PaletteSource[] {
  return sources.toSorted((a, b) => a.order - b.order);
}

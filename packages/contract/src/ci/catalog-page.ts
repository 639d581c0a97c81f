import type { ListPaging } from '../projects/page.ts';
import type { ReadmeView } from '../projects/repository-views.ts';

export const CATALOG_SORTS = [
  'latest_released_at_desc',
  'latest_released_at_asc',
  'name_asc',
  'name_desc',
  'star_count_desc',
] as const;
export type CatalogSort = (typeof CATALOG_SORTS)[number];

/** A project with components, in the list. */
export type CatalogCard = {
  /** Of the project. */
  id: number;
  name: string;
  fullPath: string;
  description: string;
  href: string;
  avatarUrl: string | null;
  visibility: 'private' | 'internal' | 'public';
  topics: string[];
  starCount: number;
  latestVersion: string;
  latestReleasedAt: string;
};

/** Kind `catalog`: `/explore/catalog?search=&sort=&scope=&page=`. */
export type CatalogPageData = {
  resources: CatalogCard[];
  search: string;
  sort: CatalogSort;
  scope: 'all' | 'namespaces';
  isSignedIn: boolean;
  paging: ListPaging;
};

export type CatalogInput = {
  name: string;
  type: 'string' | 'number' | 'boolean' | 'array';
  description: string | null;
  isRequired: boolean;
  /** As text; null without. */
  value: string | null;
  options: string[] | null;
  regex: string | null;
};

export type CatalogComponent = {
  name: string;
  /** What `include: component` names. */
  includePath: string;
  /** Null: the file of the component has mistakes. */
  inputs: CatalogInput[] | null;
  /** Lines that include the component, with its required inputs. */
  snippet: string;
  fileHref: string;
};

/** Kind `catalog_show`: `/explore/catalog/<path of the project>?version=`. */
export type CatalogShowPageData = {
  resource: CatalogCard;
  projectHref: string;
  version: string;
  versions: { name: string; releasedAt: string; releaseHref: string }[];
  components: CatalogComponent[];
  readme: ReadmeView | null;
};

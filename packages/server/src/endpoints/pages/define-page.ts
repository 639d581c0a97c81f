import type { Breadcrumb, PageData, ShellContext, ShellViewer } from '@tributary/contract/page/page-data.ts';
import type { Context } from '../../platform/context.ts';
import type { Ability } from '../../platform/policy/permissions.ts';
import type { PolicySubject } from '../../platform/policy/policy.ts';
import type { Route } from '../http/define-route.ts';

/** What a page's address hangs on. `namespace` addresses are `/<path>` alone and may be a project, group or user. */
export type ScopeName = 'instance' | 'project' | 'group' | 'user';

export type PageRequest<S> = {
  ctx: Context;
  subject: S;
  /** Parts named in `path`; a `*name` part holds the rest with its slashes, percent-decoded. */
  params: Record<string, string>;
  query: URLSearchParams;
  /** Choices of looks that are kept on a device. */
  cookies: Readonly<Record<string, string | undefined>>;
};

/** An address that the page will ask first: answered with it when that is quick and short. */
export type Preload = {
  path: string;
  /** `page`: asked once by all that shows this thing, and so only needed with a document. `view`: also when it is gone to. */
  of: 'page' | 'view';
  /** Never sent along: a request of its own travels compressed, and is known to who had it. */
  isLong?: boolean;
};

export type PageFeed = { title: string; href: string };

export type PageResult<T> = {
  /** Another page module than the definition's, for an address that shows different users different things. */
  kind?: string;
  title: string;
  data: T;
  /** After those of the place. */
  breadcrumbs?: Breadcrumb[];
  /** Instead of the place's own, e.g. for profile and administration pages. */
  context?: ShellContext;
  status?: number;
  /** Pages with the same kind and key keep their state between them; the pathname when left out. */
  key?: string;
  /** Send the browser elsewhere instead (a path of this server). */
  redirect?: string;
  /** The part of the page that it opens with, as its file is named without `.tsx`: `changes-tab`. */
  part?: string;
  /** Atom feed of what the page shows, named in its document for feed readers. */
  feed?: PageFeed;
  /** What the page will ask first. */
  ahead?: (viewer: ShellViewer | null) => Promise<readonly Preload[]>;
};

export type PageDefinition<S, T> = {
  /** Snake case; names the page module of the web (`merge_request_show` ↔ merge-request-show.page.tsx). */
  kind: string;
  on: ScopeName;
  /** After `/-/` for a project, `/groups/<path>/-/` for a group, `/` for the instance; `''` is the place itself. */
  path: string;
  ability: Ability;
  /** Key of the navigation entry to mark. */
  nav?: string;
  load(request: PageRequest<S>): Promise<PageResult<T>>;
};

export type Page = PageDefinition<{ policy: PolicySubject }, unknown>;

/** One screen: the data is loaded by the server for a document and for a client navigation alike. */
export function definePage<S extends { policy: PolicySubject } = { policy: PolicySubject }, T = unknown>(
  definition: PageDefinition<S, T>,
): Page {
  return definition as Page;
}

/** An address below a place that answers JSON, a file or a redirect, for our own pages and for git clients' links. */
export type ScopedRoute = {
  on: ScopeName;
  route: Route;
  /** Which of the addresses it is for; the others may be those of a page. All when left out. */
  isFor?: (query: URLSearchParams) => boolean;
};

export function defineScopedRoute(on: ScopeName, route: Route, isFor?: ScopedRoute['isFor']): ScopedRoute {
  return { on, route, ...(isFor && { isFor }) };
}

/** How a place's subject and rail are found. Registered by the slice that owns it. */
export type RouteScope = {
  name: ScopeName;
  /** Throws not_found when there is none or it may not be seen. `undefined` means: not this kind of place. */
  load: (ctx: Context, fullPath: string) => Promise<{ policy: PolicySubject } | undefined>;
  shell: (
    ctx: Context,
    subject: { policy: PolicySubject },
  ) => Promise<{ context: ShellContext; breadcrumbs: Breadcrumb[] }>;
};

export type { PageData };

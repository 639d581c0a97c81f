import { randomBytes } from 'node:crypto';
import { PRELOAD_HEADER } from '@tributary/contract/page/preloaded-responses.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { DIAGRAM_FRAME } from '@tributary/contract/page/diagram-frame.ts';
import type { Breadcrumb, PageData, ShellContext, ShellData } from '@tributary/contract/page/page-data.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { authorize, INSTANCE, type PolicySubject } from '../../platform/policy/policy.ts';
import { runRoute, sendAnswer } from '../http/bind-routes.ts';
import { statusOf } from '../http/error-status.ts';
import { movedPageAddress } from '../http/moved.ts';
import type { RequestContexts } from '../http/request-context.ts';
import { preloadResponses } from './preload-responses.ts';
import type {
  Preload,
  Page,
  PageFeed,
  PageRequest,
  PageResult,
  RouteScope,
  ScopeName,
  ScopedRoute,
} from './define-page.ts';
import { goImportPage } from './go-import.ts';
import { renderHtml, type WebAssets } from './html-shell.ts';
import { legacyRedirect } from './legacy-address.ts';
import { type Address, partsOf, pathMatcher, shortAddress, sortBySpecificity, splitAddress } from './match-address.ts';
import { errorPageData } from './page-errors.ts';

export type PageServerOptions = {
  pages: readonly Page[];
  routes: readonly ScopedRoute[];
  places: readonly RouteScope[];
  instanceRoots: ReadonlySet<string>;
  contexts: RequestContexts;
  publicUrl: string;
  assets: WebAssets;
  /** Viewer, counts and instance facts; everything of the shell that does not depend on the place. */
  viewerShell: (ctx: Context) => Promise<Omit<ShellData, 'context' | 'breadcrumbs'>>;
};

/** A page, the part it opens with, and what it will ask first. */
type Built = { page: PageData; part?: string | undefined; feed?: PageFeed | undefined; asks: readonly Preload[] };
type Moved = { redirect: string };

type Found = { place: RouteScope | undefined; subject: { policy: PolicySubject }; rest: string };

/** Serves every address that users see: documents, page data for navigation, and the JSON below the same addresses. */
export function bindPages(server: FastifyInstance, options: PageServerOptions): void {
  const pages = sortBySpecificity(options.pages, ({ path }) => path).map((page) => ({
    page,
    match: pathMatcher(page.path),
  }));
  const routes = sortBySpecificity(options.routes, ({ route }) => route.path).map(({ on, route, isFor }) => ({
    on,
    route,
    isFor,
    match: pathMatcher(route.path.replace(/^\//, '')),
  }));

  const find = async (ctx: Context, address: Address): Promise<Found> => {
    if (address.place === 'instance') return { place: undefined, subject: { policy: INSTANCE }, rest: address.rest };
    const kinds: ScopeName[] = address.place === 'namespace' ? ['project', 'group', 'user'] : [address.place];
    for (const name of kinds) {
      const place = options.places.find((each) => each.name === name);
      const subject = await place?.load(ctx, address.fullPath);
      if (place && subject) return { place, subject, rest: address.rest };
    }
    throw new AppError('not_found', { resource: 'Page' });
  };

  const buildPage = async (ctx: Context, url: URL, { cookies }: FastifyRequest): Promise<Built | Moved> => {
    // Who looks, where and at what is asked for at the same time; a failure is met where the answer is needed.
    const viewer = started(options.viewerShell(ctx));
    try {
      const found = await find(ctx, splitAddress(url.pathname, options.instanceRoots));
      const on = found.place?.name ?? 'instance';
      const parts = partsOf(found.rest);
      for (const { page, match } of pages) {
        const params = page.on === on ? match(parts) : undefined;
        const asked = params && { ctx, subject: found.subject, params, query: url.searchParams, cookies };
        if (asked) return await loadPage(page, found, asked, viewer);
      }
      throw new AppError('not_found', { resource: 'Page' });
    } catch (error) {
      const moved =
        error instanceof AppError && error.code === 'moved' && movedPageAddress(error, url.pathname + url.search);
      if (moved) return { redirect: moved };
      const legacy =
        error instanceof AppError && error.code === 'not_found' && (await legacyRedirect(ctx, url, options.places));
      if (legacy) return { redirect: legacy };
      if (error instanceof AppError) return { page: errorPage(error, ctx, await viewer), asks: [] };
      throw error;
    }
  };

  const withAnswers = async (ctx: Context, request: FastifyRequest, { page, asks }: Built): Promise<PageData> =>
    asks.length === 0 || request.method === 'HEAD'
      ? page
      : { ...page, ahead: await preloadResponses(server, request, asks, ctx.log) };

  const findRoute = (request: FastifyRequest) => {
    const url = new URL(`http://local${request.raw.url ?? '/'}`);
    const whole = splitAddress(url.pathname, options.instanceRoots);
    const short = whole.place === 'namespace' ? shortAddress(request.method, url.pathname) : undefined;
    const address = short ?? whole;
    const on: ScopeName = address.place === 'namespace' ? 'project' : address.place;
    const parts = partsOf(address.rest);
    for (const { on: place, route, isFor, match } of routes) {
      if (place !== on || route.method !== request.method) continue;
      const params = match(parts);
      if (params && isFor?.(url.searchParams) !== false)
        return { route, params: { ...params, place: address.fullPath } };
    }
    return undefined;
  };

  const serveRoute = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const found = findRoute(request);
    if (!found) return false;
    const ctx = await options.contexts.of(request, { recalls: true });
    const answer = await runRoute(found.route, ctx, found.params, request, reply);
    await sendAnswer(answer, found.route, request, reply, options.publicUrl);
    return true;
  };

  /** Before the body is read: of an address that is not there its type does not matter. */
  const refuseUnknown = async (request: FastifyRequest): Promise<void> => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && !findRoute(request)) throw new AppError('not_found', { resource: 'Page' });
  };

  server.get('/-/page/*', { config: { recalls: true } }, async (request, reply) => {
    const ctx = await options.contexts.of(request, { recalls: true });
    const url = new URL(`http://local${(request.raw.url ?? '').slice('/-/page'.length) || '/'}`);
    const built = await buildPage(ctx, url, request);
    reply.header('cache-control', 'private, no-store');
    leaveUncompressed(request);
    if ('redirect' in built) return reply.redirect(`/-/page${built.redirect}`, 302);
    const asks = PRELOAD_HEADER in request.headers ? built.asks.filter((ask) => ask.of === 'view') : [];
    return reply.code(built.page.status).send(await withAnswers(ctx, request, { ...built, asks }));
  });

  server.all('/*', { config: { recalls: true }, onRequest: refuseUnknown }, async (request, reply) => {
    if (await serveRoute(request, reply)) return reply;
    const url = new URL(`http://local${request.raw.url ?? '/'}`);
    const isGoGet = url.searchParams.get('go-get') === '1';
    const ctx = await options.contexts.of(request, { recalls: true, basic: isGoGet });
    const goImport = isGoGet && (await goImportPage(ctx, url, options));
    if (goImport) return reply.type('text/html; charset=utf-8').send(goImport);
    const built = await buildPage(ctx, url, request);
    if ('redirect' in built) return reply.redirect(built.redirect, 302);
    leaveUncompressed(request);
    return sendDocument(await withAnswers(ctx, request, built), built, options, reply);
  });
}

/** A path that begins with two slashes is another host's: what an address names must not send anyone there. */
function pathHere(path: string): string {
  if (/^\/(?![/\\])/.test(path)) return path;
  throw new AppError('not_found', { resource: 'Page' });
}

async function loadPage(
  page: Page,
  found: Found,
  asked: PageRequest<{ policy: PolicySubject }>,
  viewer: Promise<Omit<ShellData, 'context' | 'breadcrumbs'>>,
): Promise<Built | Moved> {
  const { ctx } = asked;
  authorize(ctx.actor, page.ability, found.subject.policy);
  const placeShell = found.place && started(found.place.shell(ctx, found.subject));
  const result: PageResult<unknown> = await page.load(asked);
  if (result.redirect !== undefined) return { redirect: pathHere(result.redirect) };
  const shell = await placeShell;
  const context = result.context ?? shell?.context ?? null;
  const frame = await viewer;
  const made: PageData = {
    kind: result.kind ?? page.kind,
    title: result.title,
    data: result.data,
    status: result.status ?? 200,
    ...(result.key !== undefined && { key: result.key }),
    shell: {
      ...frame,
      context: markActive(context, page.nav),
      breadcrumbs: [...(shell?.breadcrumbs ?? []), ...(result.breadcrumbs ?? sectionCrumb(shell, page.nav))],
    },
  };
  return { page: made, part: result.part, feed: result.feed, asks: await asksOf(ctx, result, frame.viewer) };
}

/** What it will ask first is a guess that the page is whole without. */
async function asksOf(
  { log }: Context,
  { ahead }: PageResult<unknown>,
  viewer: ShellData['viewer'],
): Promise<readonly Preload[]> {
  try {
    return (await ahead?.(viewer)) ?? [];
  } catch (error) {
    log.warn({ err: error }, 'what a page will ask first is not known');
    return [];
  }
}

/** Work whose result is waited for later: that it may have failed by then is no unhandled failure. */
function started<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

/** A page that names none of its own is told by its section of the sidebar; the first section is the container itself. */
function sectionCrumb(
  shell: Awaited<ReturnType<RouteScope['shell']>> | undefined,
  key: string | undefined,
): Breadcrumb[] {
  const item = shell?.context.nav.find((each) => each.key === key);
  const above = shell?.breadcrumbs.at(-1);
  return item && above && item.href !== above.href ? [{ text: item.label, href: item.href }] : [];
}

function markActive(context: ShellContext | null, key: string | undefined): ShellContext | null {
  if (!context) return null;
  return { ...context, nav: context.nav.map((item) => (item.key === key ? { ...item, active: true } : item)) };
}

/** A missing sign-in leads to the sign-in page and back; everything else is shown where it happened. */
function errorPage(error: AppError, ctx: Context, viewer: Omit<ShellData, 'context' | 'breadcrumbs'>): PageData {
  return {
    kind: 'error',
    title: error.kind === 'not_found' ? 'Not found' : 'Something went wrong',
    data: errorPageData(error, ctx.requestId),
    status: statusOf(error),
    shell: { ...viewer, context: null, breadcrumbs: [] },
  };
}

/** Pages hold the session's form token beside what others typed: the length of them compressed would tell about it. */
function leaveUncompressed(request: FastifyRequest): void {
  request.headers['x-no-compression'] = '1';
}

function sendDocument(
  page: PageData,
  { part, feed }: Pick<Built, 'part' | 'feed'>,
  { assets, publicUrl }: PageServerOptions,
  reply: FastifyReply,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  reply.header('content-security-policy', documentPolicy(nonce, publicUrl));
  reply.header('cache-control', 'private, no-store');
  return reply
    .code(page.status)
    .type('text/html; charset=utf-8')
    .send(renderHtml(page, { part, feed }, assets, nonce));
}

/** No inline script without the nonce, nothing from other hosts, no framing. */
export function documentPolicy(nonce: string, publicUrl: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    // Diagrams are drawn in a frame of an origin of its own; no other document may be shown in a page.
    `frame-src ${publicUrl}${DIAGRAM_FRAME}`,
    "manifest-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types tributary-html tributary-worker default',
  ].join('; ');
}

import compress, { type FastifyCompressOptions } from '@fastify/compress';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import fastifyStatic from '@fastify/static';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { randomUUID } from 'node:crypto';
import { bindGraphql } from '../endpoints/graphql/bind-graphql.ts';
import { BODY_IDLE_MS, closeIdleBodies } from '../endpoints/http/body-progress.ts';
import { bindRoutes } from '../endpoints/http/bind-routes.ts';
import { BROTLI, COMPRESSED_FROM_BYTES, GZIP } from '../endpoints/http/compression.ts';
import { expectedFailure, statusOf } from '../endpoints/http/error-status.ts';
import { evenRefusals } from '../endpoints/http/even-refusals.ts';
import { parseForm } from '../endpoints/http/read-input.ts';
import { movedPageAddress, movedRestAddress } from '../endpoints/http/moved.ts';
import { addPollIntervals } from './poll-intervals.ts';
import { addRateLimitHeaders } from '../endpoints/http/rate-limit.ts';
import { createRequestContexts } from '../endpoints/http/request-context.ts';
import { readWebAssets, type WebAssets } from '../endpoints/pages/html-shell.ts';
import { pageErrorBody } from '../endpoints/pages/page-errors.ts';
import { bindPages } from '../endpoints/pages/page-server.ts';
import { bindEventStream } from '../endpoints/realtime/event-stream.ts';
import { restErrorBody } from '../endpoints/rest/rest-errors.ts';
import type { Platform } from '../platform/context.ts';
import { bindDiagramFrame } from './diagram-frame.ts';
import { galleryPage } from './gallery.ts';
import { graphqlExplorerPage } from './graphql-explorer.ts';
import { bindHealth } from './health.ts';
import { bindOpenIdKeys } from './openid-keys.ts';
import { helpPages } from './help/help-page.ts';
import { bindOpenApi, createReference, referencePage } from './reference.ts';
import { MAX_UPLOAD_BYTES } from '@tributary/contract/discussions/uploads.ts';
import { authenticate, slices, viewerShell } from './slices.ts';

const BODY_LIMIT_BYTES = 1_048_576;

const API_PREFIX = '/api/v4';

function isApi(request: FastifyRequest): boolean {
  return (request.raw.url ?? '').startsWith('/api/');
}

/** An old address answers with the new one; what would change something there is refused, as bodies are lost on the way. */
function answerMoved(moved: AppError, request: FastifyRequest, reply: FastifyReply, publicUrl: string): FastifyReply {
  const url = request.raw.url ?? '/';
  const address = isApi(request) ? movedRestAddress(moved, url) : movedPageAddress(moved, url);
  reply.header('content-type', 'application/json');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const refused = new AppError('moved_write');
    return reply.code(statusOf(refused)).send(isApi(request) ? restErrorBody(refused) : pageErrorBody(refused));
  }
  if (address === undefined)
    return reply.code(404).send(restErrorBody(new AppError('not_found', { resource: 'Project' })));
  return reply.code(301).header('location', `${publicUrl}${address}`).send({ message: 'Moved Permanently' });
}

/** One place where failures become answers; anything unexpected is logged with the request's id and told generically. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, publicUrl: string): FastifyReply {
  const expected = expectedFailure(error);
  if (!expected) {
    request.log.error({ err: error }, 'request failed');
    const message = '500 Internal Server Error';
    reply.code(500).header('content-type', 'application/json');
    return reply.send(
      isApi(request)
        ? { message, request_id: request.id }
        : { error: { code: 'bug', message: 'Something went wrong on our end.', requestId: request.id } },
    );
  }
  if (expected.code === 'moved') return answerMoved(expected, request, reply, publicUrl);
  if (expected.code === 'token_invalid') reply.header('www-authenticate', 'Bearer realm="tributary"');
  if (expected.kind === 'rate_limited') reply.header('retry-after', String(expected.params['seconds'] ?? 60));
  if (expected.kind === 'unavailable') reply.header('retry-after', '5');
  reply.code(statusOf(expected)).header('content-type', 'application/json');
  return reply.send(isApi(request) ? restErrorBody(expected) : pageErrorBody(expected));
}

/** Answers that are text travel compressed, except pages. Assets are compressed when they are built. */
const COMPRESSION = {
  encodings: ['br', 'gzip'],
  threshold: COMPRESSED_FROM_BYTES,
  brotliOptions: BROTLI,
  zlibOptions: GZIP,
  globalDecompression: false,
} satisfies FastifyCompressOptions;

async function addPlugins(server: FastifyInstance): Promise<void> {
  await server.register(compress, COMPRESSION);
  await server.register(cookie);
  await server.register(formbody, { bodyLimit: BODY_LIMIT_BYTES, parser: (text) => parseForm(text) });
  await server.register(multipart, { limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 20, parts: 25 } });
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Node knows methods that no route has, and the framework asks for bodies with some of them. */
function refuseOtherMethods(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (METHODS.includes(request.method)) return done();
    reply.header('allow', METHODS.join(', '));
    done(new AppError('method_not_supported', { method: request.method, allowed: METHODS.join(', ') }));
  });
}

/** A request may name the whole address; where it was sent says that already. */
function pathAlone(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

function addSecurityHeaders(server: FastifyInstance, isHttps: boolean): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'same-origin');
    reply.header('cross-origin-opener-policy', 'same-origin');
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=()');
    reply.header('x-request-id', request.id);
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
    }
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000');
    done();
  });
}

/** JSON is UTF-8 whatever its type says, and clients of REST compare the type with exactly this one. */
function addJsonType(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const isRest = request.raw.url?.startsWith(`${API_PREFIX}/`) === true;
    const type = isRest ? reply.getHeader('content-type') : undefined;
    if (type === 'application/json; charset=utf-8') reply.header('content-type', 'application/json');
    done(null, payload);
  });
}

/** Routes read what they are given with schemas of the contract. Those of Fastify would cost a start two big libraries. */
function refuseSchemas(): never {
  throw new Error('a route may not have a schema of Fastify: use defineRoute');
}

/** Time for what is left of a body that nobody wants any more. */
const DRAIN_MS = 30_000;

/**
 * A body that was not read to its end, because its request failed before, would stand before the next request on the same
 * connection for ever.
 */
function drainAnswered(server: FastifyInstance): void {
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    done();
    if (raw.complete || raw.destroyed) return;
    raw.unpipe();
    raw.resume();
    const impatience = setTimeout(() => raw.destroy(), DRAIN_MS).unref();
    raw.once('close', () => clearTimeout(impatience));
  });
}

/** JSON as usual; nothing at all is no body, whatever its type says: clients name a type also where they send nothing. */
function readJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, String(body), done);
  });
}

/** Builds the HTTP server with every slice's endpoints; `listen` is the caller's. Tests that are refused a thousand times do not wait for each. */
export async function createWebServer(
  platform: Platform,
  assets: WebAssets = readWebAssets(),
  { hasEvenRefusals = true, bodyIdleMs = BODY_IDLE_MS }: { hasEvenRefusals?: boolean; bodyIdleMs?: number } = {},
): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: platform.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // Believe the forwarding headers of exactly that many proxies, counted from our side.
    trustProxy: (_address: string, hop: number) => hop < platform.config.trustedProxyHops,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 5_000 },
    rewriteUrl: (request) => pathAlone(request.url ?? '/'),
    forceCloseConnections: 'idle' as const,
    requestTimeout: 0,
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
  });
  const contexts = createRequestContexts(platform, authenticate);
  server.addHook('onRequest', (_request, { raw }, done) => {
    raw.once('close', platform.answers.begin());
    done();
  });
  contexts.lookEarly(server);
  readJson(server);
  await addPlugins(server);
  addSecurityHeaders(server, platform.config.url.startsWith('https:'));
  refuseOtherMethods(server);
  addRateLimitHeaders(server);
  addPollIntervals(server, platform);
  addJsonType(server);
  if (hasEvenRefusals) evenRefusals(server);
  drainAnswered(server);
  closeIdleBodies(server, bodyIdleMs);
  server.setErrorHandler((error, request, reply) => answerError(error, request, reply, platform.config.url));

  const publicUrl = platform.config.url;
  await server.register(fastifyStatic, {
    root: assets.directory,
    prefix: '/-/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    decorateReply: false,
  });

  bindHealth(server, platform);
  bindOpenIdKeys(server, platform);
  bindDiagramFrame(server);
  bindEventStream(server, contexts);
  bindRoutes(
    server,
    slices.flatMap((slice) => slice.rest ?? []),
    { prefix: API_PREFIX, contexts, publicUrl },
  );
  for (const slice of slices) await slice.bind?.(server, { contexts, platform });
  const reference = createReference(() => slices.flatMap((slice) => slice.rest ?? []), platform.config);
  bindOpenApi(server, reference);
  const extensions = slices.flatMap((slice) => slice.graphql ?? []);
  await bindGraphql(server, extensions, contexts, publicUrl);
  // Before the body is read: of an endpoint that does not exist its type does not matter.
  const refuseUnknown = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.code(404).send({ error: '404 Not Found' });
  server.all(`${API_PREFIX}/*`, { onRequest: refuseUnknown }, refuseUnknown);
  bindPages(server, {
    pages: [
      ...slices.flatMap((slice) => slice.pages ?? []),
      referencePage(reference),
      ...helpPages,
      graphqlExplorerPage,
      galleryPage,
    ],
    routes: slices.flatMap((slice) => slice.placeRoutes ?? []),
    places: slices.flatMap((slice) => slice.places ?? []),
    instanceRoots: new Set(['help', ...slices.flatMap((slice) => slice.instanceRoots ?? [])]),
    contexts,
    publicUrl,
    assets,
    viewerShell,
  });
  server.setNotFoundHandler(() => {
    throw new AppError('not_found', { resource: 'Page' });
  });
  return server;
}

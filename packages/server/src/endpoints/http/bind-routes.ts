import { Readable } from 'node:stream';
import { dropIgnored } from '@tributary/contract/core/ignored.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { isConnectionLost, isUnstorableText } from '../../platform/db/database-errors.ts';
import { authorize, INSTANCE } from '../../platform/policy/policy.ts';
import { writeIgnoredParameters } from '../rest/ignored-parameters.ts';
import { PagedAnswer, writePagingHeaders } from '../rest/pagination.ts';
import { COMPRESSED_FROM_BYTES, encodingFor } from './compression.ts';
import type { Route } from './define-route.ts';
import { etagOf, SerializedJson } from './serialized-json.ts';
import { refuseRouteInMaintenance } from '../../platform/maintenance.ts';
import { countRouteRequest } from './rate-limit.ts';
import { checkBodyShape, readInput, validateInput, withoutRepeats } from './read-input.ts';
import { checkUnmodified } from './unmodified-since.ts';
import { type MultipartForm, readMultipartForm } from './read-multipart.ts';
import { refuseDroppedPins } from './refuse-dropped-pins.ts';
import type { RequestContexts } from './request-context.ts';

const DEFAULT_STATUS: Record<string, number> = { POST: 201, DELETE: 204 };

export type RunOptions = {
  /** Unknown parameters are left out and named in the answer, instead of refused. */
  ignoresUnknown?: boolean;
};

/** Load, authorise, validate, call: what every route does, whichever address it is bound to. */
export async function runRoute(
  route: Route,
  ctx: Context,
  rawParams: Record<string, string>,
  request: FastifyRequest,
  reply: FastifyReply,
  { ignoresUnknown = false }: RunOptions = {},
): Promise<unknown> {
  await countRouteRequest(route, ctx, request);
  await refuseRouteInMaintenance(ctx, route);
  const subject = route.subject ? await route.subject.load(ctx, rawParams) : { policy: INSTANCE };
  authorize(ctx.actor, route.ability, subject.policy);
  const params = route.params ? validateInput(route.params, pick(rawParams, Object.keys(route.params.shape))) : {};
  const onUnknown = ignoresUnknown ? (names: string[]) => writeIgnoredParameters(reply, names) : undefined;
  const { input, file } =
    route.input && !route.rawBody ? await routeInput(route.input, route, request, onUnknown) : { input: {} };
  if (!route.input && !route.rawBody) {
    onUnknown?.(Object.keys(withoutRepeats(readInput(request, undefined), route.path, {})));
    if (onUnknown) refuseDroppedPins(route.method, withoutRepeats(sentTo(request), route.path, {}), {});
  }
  const { changedAt } = route;
  if (changedAt) {
    await checkUnmodified(request.headers['if-unmodified-since'], () => changedAt({ ctx, params, input, subject }));
  }
  const progress = { hasCommitted: false };
  const { headers } = request;
  try {
    const inner = { ...ctx, progress };
    return await route.handle({ ctx: inner, params, input, subject, reply, headers, ...(file && { file }) });
  } catch (error) {
    throw progress.hasCommitted && isConnectionLost(error)
      ? new AppError('outcome_unknown', {}, { cause: error })
      : nameUnstorable(error, input);
  }
}

async function routeInput(
  schema: NonNullable<Route['input']>,
  route: Route,
  request: FastifyRequest,
  onUnknown?: (names: string[]) => void,
) {
  const form: MultipartForm | undefined = request.isMultipart()
    ? await readMultipartForm(request, route.file)
    : undefined;
  const body = form ? form.fields : request.body;
  checkBodyShape(body);
  const sent = withoutRepeats(readInput(request, body), route.path, schema.shape);
  if (onUnknown) refuseDroppedPins(route.method, sent, schema.shape);
  return { input: dropIgnored(schema, validateInput(schema, sent, onUnknown)), file: form?.file };
}

/** For routes that take no parameters: a list is no parameters either. */
function sentTo(request: FastifyRequest): Record<string, unknown> {
  return readInput(request, Array.isArray(request.body) ? undefined : request.body);
}

/** Says which value had the zero byte or half of a surrogate pair that the database refused. */
function nameUnstorable(error: unknown, input: object): unknown {
  if (!isUnstorableText(error instanceof AppError ? error.cause : error)) return error;
  const names = Object.entries(input).flatMap(([name, value]) => (isUnstorable(value) ? [name] : []));
  return names.length === 0 ? error : new AppError('bad_parameter', { name: names.join(', ') }, { cause: error });
}

function isUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  return typeof value === 'object' && value !== null && Object.values(value).some(isUnstorable);
}

function pick(source: Record<string, string>, names: string[]): Record<string, string> {
  return Object.fromEntries(names.filter((name) => name in source).map((name) => [name, source[name] ?? '']));
}

/** Sends what `handle` returned: a page of a list, nothing, a stream, or JSON with an ETag. */
export async function sendAnswer(
  answer: unknown,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): Promise<FastifyReply> {
  if (reply.sent) return reply;
  if (reply.statusCode === 200) reply.code(route.status ?? DEFAULT_STATUS[route.method] ?? 200);
  if (reply.statusCode === 204 || answer === undefined) return reply.send();
  if (reply.hasHeader('content-type')) return reply.send(answer);
  const page = answer instanceof PagedAnswer || answer instanceof SerializedJson ? answer.page : undefined;
  if (page) writePagingHeaders(reply, page, `${publicUrl}${request.raw.url ?? ''}`);
  if (answer instanceof SerializedJson) return sendMade(answer, request, reply);
  return sendJson(answer instanceof PagedAnswer ? answer.page.items : answer, request, reply);
}

async function sendMade(made: SerializedJson, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { bytes, etag, headers } = made;
  reply.headers(headers);
  const isSent = request.method === 'GET' && request.headers['if-none-match'] !== etag;
  const isLong = bytes.length >= COMPRESSED_FROM_BYTES;
  const encoding = isSent && isLong ? encodingFor(request.headers['accept-encoding']) : undefined;
  if (encoding === undefined) return sendText(bytes, () => etag, request, reply);
  const packed = await made.packed(encoding);
  reply.header('content-encoding', encoding).header('vary', 'accept-encoding');
  return sendText(packed, () => etag, request, reply);
}

/** JSON with a weak ETag, so that polls which find nothing new cost no body. */
export function sendJson(body: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const text = JSON.stringify(body);
  return sendText(text, () => etagOf(text), request, reply);
}

function sendText(
  text: string | Buffer,
  makeEtag: () => string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (request.method === 'GET' && reply.statusCode === 200) {
    const etag = makeEtag();
    reply.header('etag', etag);
    reply.header('cache-control', 'private, max-age=0, must-revalidate');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  }
  return reply.header('content-type', 'application/json').send(text);
}

export type BindOptions = { prefix: string; contexts: RequestContexts; publicUrl: string };

/** Binds REST routes below a prefix of the HTTP server. */
export function bindRoutes(server: FastifyInstance, routes: readonly Route[], options: BindOptions): void {
  bindAll(
    server,
    routes.filter((route) => route.takesBytes !== true),
    options,
  );
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    bindAll(
      scope,
      routes.filter((route) => route.takesBytes === true),
      options,
    );
    done();
  });
}

/** What is sent to HEAD: the length of the body instead of the body. */
function dropBodyOfHead(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if (request.method !== 'HEAD') return done(null, payload);
  if (payload instanceof Readable) {
    payload.on('error', (error) => request.log.error({ err: error }, 'a stream for HEAD failed'));
    payload.resume();
  } else if (payload === undefined) reply.header('content-length', '0');
  else if (typeof payload === 'string' || payload instanceof Uint8Array) {
    reply.header('content-length', String(Buffer.byteLength(payload)));
  }
  done(null, null);
}

function bindAll(server: FastifyInstance, routes: readonly Route[], options: BindOptions): void {
  for (const route of routes) {
    server.route({
      // One route for GET and HEAD: that a framework adds those of HEAD by itself costs a start a third of its time.
      method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
      ...(route.method === 'GET' && { onSend: dropBodyOfHead }),
      url: `${options.prefix}${route.path}`,
      config: { recalls: true, skipsAddressLimit: route.skipsAddressLimit === true },
      ...(route.bodyLimitBytes !== undefined && { bodyLimit: route.bodyLimitBytes }),
      handler: async (request, reply) => {
        const ctx = await options.contexts.of(request, { recalls: true });
        const answer = await runRoute(route, ctx, request.params as Record<string, string>, request, reply, {
          ignoresUnknown: true,
        });
        return sendAnswer(answer, route, request, reply, options.publicUrl);
      },
    });
  }
}

import websocket, { type WebsocketHandler } from '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import { answersRefusal } from '../http/even-refusals.ts';
import { idempotencyKey } from '../http/idempotency-key.ts';
import { checkBodyShape } from '../http/read-input.ts';
import type { RequestContexts } from '../http/request-context.ts';
import type { ExtendSchema } from './builder.ts';
import type { GraphqlServer } from './graphql-server.ts';

export type LoadExtension = () => Promise<ExtendSchema>;

const BODY_LIMIT_BYTES = 1_048_576;
const MAX_FRAME_BYTES = 65_536;

/** What the parameters of a query may be: objects, within the limits of every body; those of an address are JSON. */
function checkDocuments({ method, body, query }: FastifyRequest): void {
  checkBodyShape(body);
  if (Array.isArray(body) && body.some((each) => typeof each !== 'object' || each === null))
    throw new AppError('bad_parameter', { name: 'body' });
  if (method !== 'GET') return;
  for (const name of ['variables', 'extensions']) {
    const text: unknown = Reflect.get(Object(query), name);
    if (text !== undefined && !isJsonObject(text)) throw new AppError('bad_parameter', { name });
  }
}

function isJsonObject(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  if (text === '') return true;
  try {
    const value: unknown = JSON.parse(text);
    checkBodyShape(value);
    return typeof value === 'object' && !Array.isArray(value);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** What arrives while the handler is read must still be there for it. */
function madeAtFirstSocket(load: () => Promise<WebsocketHandler>): WebsocketHandler {
  let loading: Promise<WebsocketHandler> | undefined;
  return async function (socket, request) {
    socket.pause();
    const handle = await (loading ??= load());
    await handle.call(this, socket, request);
    socket.resume();
  };
}

/**
 * `/api/graphql`, made at the first request: a process that nobody asks in GraphQL does not pay for it. Subscriptions
 * are answered as server-sent events and over sockets on the same address, and over ActionCable sockets at `/-/cable`.
 */
export async function bindGraphql(
  server: FastifyInstance,
  loaders: readonly LoadExtension[],
  contexts: RequestContexts,
  publicUrl: string,
): Promise<void> {
  await server.register(websocket, { options: { maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false } });
  let made: Promise<GraphqlServer> | undefined;
  const make = () => (made ??= build());
  const build = async () => {
    const [{ buildSchema, createGraphqlServer }, extensions] = await Promise.all([
      import('./graphql-server.ts'),
      Promise.all(loaders.map((load) => load())),
    ]);
    return createGraphqlServer(buildSchema(extensions));
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const ctx = await contexts.of(request);
    if (request.method === 'POST' && typeof request.body !== 'object') {
      throw new AppError('body_not_json', { detail: 'it is empty' });
    }
    checkDocuments(request);
    const key = idempotencyKey(request.headers);
    // Fields of several documents may have one name, and with it one key.
    if (key.idempotencyKey !== undefined && Array.isArray(request.body)) {
      failFields({ idempotency_key: ['supports a single operation only. Send batched operations one by one'] });
    }
    const yoga = await make();
    const unseen = { isAnswered: false };
    const response = await yoga.fetch(
      `http://local${request.raw.url ?? ''}`,
      {
        method: request.method,
        headers: { 'content-type': 'application/json', accept: request.headers.accept ?? 'application/json' },
        ...(request.method === 'POST' && { body: JSON.stringify(request.body) }),
      },
      { ctx, ...key, unseen, cost: { spent: 0 } },
    );
    if (unseen.isAnswered) answersRefusal(reply);
    for (const [name, value] of response.headers) reply.header(name, value);
    return reply.code(response.status).send(response.body ?? '');
  };
  const url = '/api/graphql';
  const wsHandler = madeAtFirstSocket(async () =>
    (await import('./graphql-socket.ts')).createGraphqlSocket(server, make, contexts, publicUrl),
  );
  const cableHandler = madeAtFirstSocket(async () =>
    (await import('./cable-socket.ts')).createCableSocket(make, contexts, publicUrl),
  );
  server.route({ method: 'POST', url, bodyLimit: BODY_LIMIT_BYTES, handler: answer });
  server.route({ method: 'GET', url, handler: answer, wsHandler });
  server.route({
    method: 'GET',
    url: '/-/cable',
    handler: () => Promise.reject(new AppError('not_found', { resource: 'Socket' })),
    wsHandler: cableHandler,
  });
}

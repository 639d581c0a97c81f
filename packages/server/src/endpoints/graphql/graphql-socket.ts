import type { WebsocketHandler } from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { CloseCode, type ServerOptions } from 'graphql-ws';
import { type Extra, makeHandler } from 'graphql-ws/use/@fastify/websocket';
import type { RequestContexts } from '../http/request-context.ts';
import type { GraphqlContext } from './builder.ts';
import type { GraphqlServer } from './graphql-server.ts';
import { isSameOrigin } from './same-origin.ts';
import { admitSocket } from './sockets-per-address.ts';

const MAX_SUBSCRIPTIONS = 100;

type Execution = (args: object) => ReturnType<NonNullable<ServerOptions['execute']>>;

/** `onSubscribe` puts the functions with all plugins applied beside the arguments they are called with. */
function pluginFunction(args: object, name: 'execute' | 'subscribe'): Execution {
  return Reflect.get(args, name);
}

/** Handler of sockets that speak `graphql-transport-ws`: subscriptions, queries and mutations under the same limits. */
export function createGraphqlSocket(
  server: FastifyInstance,
  make: () => Promise<GraphqlServer>,
  contexts: RequestContexts,
  publicUrl: string,
): WebsocketHandler {
  const options: ServerOptions<Record<string, unknown>, Extra> = {
    connectionInitWaitTimeout: 5_000,
    onConnect: (connection) => isSameOrigin(connection.extra.request, publicUrl),
    onSubscribe: async (connection, _id, params) => {
      // This one is among them; those that were refused or are over are not.
      if (Object.keys(connection.subscriptions).length > MAX_SUBSCRIPTIONS)
        throw Object.assign(new Error('Too many subscriptions'), { code: CloseCode.BadRequest });
      const yoga = await make();
      const context: GraphqlContext = { ctx: await contexts.of(connection.extra.request) };
      const enveloped = yoga.getEnveloped({ ...context, params });
      const document = enveloped.parse(params.query);
      const args = {
        schema: enveloped.schema,
        operationName: params.operationName,
        document,
        variableValues: params.variables,
        contextValue: await enveloped.contextFactory(),
        execute: enveloped.execute,
        subscribe: enveloped.subscribe,
      };
      const errors = enveloped.validate(args.schema, args.document);
      return errors.length > 0 ? errors : args;
    },
    execute: (args) => pluginFunction(args, 'execute')(args),
    subscribe: (args) => pluginFunction(args, 'subscribe')(args),
  };
  const handle = makeHandler(options);
  return (socket, request) => {
    if (!admitSocket(socket, request.ip)) return undefined;
    return handle.call(server, socket, request);
  };
}

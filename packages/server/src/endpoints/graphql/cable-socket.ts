import type { WebsocketHandler } from '@fastify/websocket';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RequestContexts } from '../http/request-context.ts';
import type { GraphqlServer } from './graphql-server.ts';
import { isSameOrigin } from './same-origin.ts';
import { admitSocket } from './sockets-per-address.ts';

const PING_MS = 3_000;
const MAX_SUBSCRIPTIONS = 100;
const MAX_BUFFERED_BYTES = 1_048_576;

type Socket = Parameters<WebsocketHandler>[0];

const commandInput = z.object({ command: z.string(), identifier: z.string() });
const channelInput = z.object({
  channel: z.literal('GraphqlChannel'),
  query: z.string(),
  operationName: z.string().nullish(),
  variables: z.union([z.record(z.string(), z.unknown()), z.string()]).nullish(),
});
const variablesInput = z.record(z.string(), z.unknown());

type Wish = { query: string; operationName?: string; variables?: Record<string, unknown> };

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What an identifier asks for; undefined when it is none of ours. */
function inputOf(identifier: string): Wish | undefined {
  const parsed = channelInput.safeParse(readJson(identifier));
  if (!parsed.success) return undefined;
  const { query, operationName, variables: given } = parsed.data;
  const variables = variablesInput.safeParse(typeof given === 'string' ? readJson(given) : given);
  return {
    query,
    ...(operationName && { operationName }),
    ...(variables.success && { variables: variables.data }),
  };
}

/** One socket: what runs on it, by identifier. */
class Cable {
  readonly #socket: Socket;
  readonly #request: FastifyRequest;
  readonly #make: () => Promise<GraphqlServer>;
  readonly #contexts: RequestContexts;
  readonly #running = new Map<string, AbortController>();

  constructor(socket: Socket, request: FastifyRequest, make: () => Promise<GraphqlServer>, contexts: RequestContexts) {
    this.#socket = socket;
    this.#request = request;
    this.#make = make;
    this.#contexts = contexts;
  }

  begin(): void {
    this.#send({ type: 'welcome' });
    const ping = setInterval(() => this.#send({ type: 'ping', message: Math.floor(Date.now() / 1000) }), PING_MS);
    this.#socket.on('message', (data: Buffer) => this.#hear(data.toString('utf8')));
    this.#socket.on('close', () => {
      clearInterval(ping);
      for (const identifier of this.#running.keys()) this.#stop(identifier);
    });
  }

  #send(message: object): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) this.#socket.close(1013, 'Too slow');
    else this.#socket.send(JSON.stringify(message));
  }

  #hear(text: string): void {
    const parsed = commandInput.safeParse(readJson(text));
    if (!parsed.success) return;
    const { command, identifier } = parsed.data;
    if (command === 'unsubscribe') this.#stop(identifier);
    if (command === 'subscribe' && !this.#running.has(identifier)) void this.#run(identifier);
  }

  #stop(identifier: string): void {
    this.#running.get(identifier)?.abort();
    this.#running.delete(identifier);
  }

  async #run(identifier: string): Promise<void> {
    const wish = inputOf(identifier);
    if (!wish || this.#running.size >= MAX_SUBSCRIPTIONS) {
      this.#send({ identifier, type: 'reject_subscription' });
      return;
    }
    const stop = new AbortController();
    this.#running.set(identifier, stop);
    // Who let go of it hears nothing of it, and may have asked for the same again.
    const send = (message: object): void => {
      if (!stop.signal.aborted) this.#send({ identifier, ...message });
    };
    const tell = (message: object) => send({ message });
    try {
      const answer = await this.#ask(wish, stop.signal);
      // Whoever is told so misses nothing from here on.
      send({ type: 'confirm_subscription' });
      if (Symbol.asyncIterator in answer) await this.#follow(answer[Symbol.asyncIterator](), stop.signal, tell);
      else tell({ result: answer, more: false });
    } catch (error) {
      // A sign-in that does not hold; what the query itself meets comes as its result.
      const isExpected = error instanceof AppError;
      if (!isExpected) this.#request.log.error({ err: error }, 'cable subscription failed');
      tell({ errors: [{ message: isExpected ? error.message : 'Internal server error' }], more: false });
    } finally {
      if (this.#running.get(identifier) === stop) this.#running.delete(identifier);
    }
  }

  async #ask(wish: Wish, signal: AbortSignal): Promise<object | AsyncIterable<object>> {
    const yoga = await this.#make();
    const ctx = await this.#contexts.of(this.#request);
    const request = new Request('http://local/api/graphql', { method: 'POST', signal });
    return (await yoga.getResultForParams({ params: wish, request }, { ctx })) ?? {};
  }

  async #follow(results: AsyncIterator<object>, stopped: AbortSignal, tell: (message: object) => void): Promise<void> {
    stopped.addEventListener('abort', () => void results.return?.());
    if (stopped.aborted) await results.return?.();
    for (let next = await results.next(); !next.done && !stopped.aborted; next = await results.next()) {
      tell({ result: next.value, more: true });
    }
    if (!stopped.aborted) tell({ more: false });
  }
}

/** Handler of sockets that speak ActionCable (`actioncable-v1-json`), with the one channel `GraphqlChannel`. */
export function createCableSocket(
  make: () => Promise<GraphqlServer>,
  contexts: RequestContexts,
  publicUrl: string,
): WebsocketHandler {
  return (socket, request) => {
    if (!isSameOrigin(request, publicUrl)) {
      socket.send(JSON.stringify({ type: 'disconnect', reason: 'unauthorized', reconnect: false }));
      return socket.close(1008, 'Not allowed');
    }
    if (admitSocket(socket, request.ip)) new Cable(socket, request, make, contexts).begin();
  };
}

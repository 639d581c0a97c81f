import { lookup as systemLookup } from 'node:dns';
import type { Socket } from 'node:net';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { Agent, buildConnector, type Dispatcher, request as send } from 'undici';
import { isAddressLiteral, isPublicAddress, plainHost, urlProblem } from './allowed-address.ts';

export type OutboundRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'HEAD';
  url: string;
  /** Sent to the first host only; a redirect to another one loses all but the content type. */
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** For the whole exchange, redirects included. */
  timeoutMs?: number;
  /** More than this is cut off. */
  maxBodyBytes?: number;
  /** Further hops allowed; each is checked like the first. 0 answers the redirect itself. */
  maxRedirects?: number;
  /** False accepts any certificate. */
  verifyCertificate?: boolean;
};

export type OutboundResponse = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  isTruncated: boolean;
  /** Where the answer came from, after redirects. */
  url: string;
};

export type Resolved = { address: string; family: number };
export type Resolve = (host: string) => Promise<Resolved[]>;

export type OutboundClient = { request(request: OutboundRequest): Promise<OutboundResponse>; close(): Promise<void> };

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_BODY_BYTES = 65_536;
const MAX_REDIRECTS = 3;
const CONNECT_TIMEOUT_MS = 5_000;

const resolveByDns: Resolve = (host) =>
  new Promise((resolve, reject) => {
    systemLookup(host, { all: true, verbatim: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    );
  });

class RefusedAddress extends Error {}

/**
 * The only HTTP client for addresses that users give. Names are resolved here, only public addresses are used (or any,
 * for hosts on the allow-list), and the connection is made to the very address that was checked; it is checked once more
 * on the connected socket, so neither redirects nor a name that changes its mind lead inside.
 */
export function createOutboundClient(options: { allowList: readonly string[]; resolve?: Resolve }): OutboundClient {
  const allowed = new Set(options.allowList.map(plainHost));
  const resolve = options.resolve ?? resolveByDns;
  const agents = new Map([true, false].map((verify) => [verify, createAgent(allowed, resolve, verify)]));
  return {
    async request(request) {
      const dispatcher = agents.get(request.verifyCertificate ?? true);
      if (!dispatcher) throw new Error('there is no agent');
      return follow(dispatcher, request);
    },
    async close() {
      for (const agent of agents.values()) await agent.destroy();
    },
  };
}

type Target = Parameters<buildConnector.connector>[0];
type Connected = Parameters<Parameters<buildConnector.connector>[1]>;

function createAgent(allowed: ReadonlySet<string>, resolve: Resolve, verify: boolean): Agent {
  const connectTo = buildConnector({ timeout: CONNECT_TIMEOUT_MS, rejectUnauthorized: verify });
  const open = async (target: Target): Promise<Socket> => {
    const host = plainHost(target.hostname);
    const isExempt = allowed.has(host);
    const hostname = await choose(host, isExempt, resolve);
    const servername = isAddressLiteral(host) ? undefined : (target.servername ?? host);
    const socket = await new Promise<Socket>((accept, reject) => {
      connectTo({ ...target, hostname, ...(servername && { servername }) }, (...[error, made]: Connected) =>
        made ? accept(made) : reject(error ?? new Error('there is no socket')),
      );
    });
    if (isExempt || isPublicPeer(socket)) return socket;
    socket.destroy();
    throw new RefusedAddress('it points to an internal address');
  };
  const connect: buildConnector.connector = (target, callback) => void tell(open(target), callback);
  // A connection is never kept: each request is checked against what the name means now.
  return new Agent({ connect, pipelining: 0, keepAliveTimeout: 1, keepAliveMaxTimeout: 1 });
}

async function tell(work: Promise<Socket>, callback: (...result: Connected) => void): Promise<void> {
  let socket: Socket;
  try {
    socket = await work;
  } catch (error) {
    callback(error instanceof Error ? error : new Error(String(error)), null);
    return;
  }
  callback(null, socket);
}

function isPublicPeer(socket: Socket): boolean {
  return socket.remoteAddress !== undefined && isPublicAddress(socket.remoteAddress);
}

/** The address to connect to. */
async function choose(host: string, isExempt: boolean, resolve: Resolve): Promise<string> {
  const candidates = isAddressLiteral(host) ? [{ address: host, family: 0 }] : await resolve(host);
  const usable = isExempt ? candidates : candidates.filter(({ address }) => isPublicAddress(address));
  const [first] = usable;
  if (first) return first.address;
  throw new RefusedAddress(candidates.length === 0 ? 'the host has no address' : 'it points to an internal address');
}

async function follow(dispatcher: Dispatcher, request: OutboundRequest): Promise<OutboundResponse> {
  const signal = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const maxRedirects = Math.min(request.maxRedirects ?? 0, MAX_REDIRECTS);
  let current = request;
  for (let hop = 0; ; hop++) {
    const response = await exchange(dispatcher, current, signal);
    const next = hop < maxRedirects ? nextRequest(current, response) : undefined;
    if (!next) return response;
    current = next;
  }
}

/** Where a redirect leads; undefined for other answers and for redirects that would change what is sent. */
function nextRequest(request: OutboundRequest, response: OutboundResponse): OutboundRequest | undefined {
  const { location } = response.headers;
  const isSafe = request.method === 'GET' || request.method === 'HEAD';
  const keepsMethod = response.status === 307 || response.status === 308;
  const isRedirect = keepsMethod || [301, 302, 303].includes(response.status);
  if (location === undefined || !isRedirect || !(isSafe || keepsMethod)) return undefined;
  if (!URL.canParse(location, request.url)) return undefined;
  const url = new URL(location, request.url);
  const isSameOrigin = url.origin === new URL(request.url).origin;
  const type = Object.entries(request.headers ?? {}).filter(([name]) => name.toLowerCase() === 'content-type');
  return { ...request, url: url.href, headers: isSameOrigin ? (request.headers ?? {}) : Object.fromEntries(type) };
}

async function exchange(
  dispatcher: Dispatcher,
  request: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const problem = urlProblem(request.url);
  if (problem) throw new AppError('outbound_refused', { url: request.url, reason: problem });
  const url = new URL(request.url);
  const headers = { ...request.headers, ...credentialsOf(url) };
  url.username = '';
  url.password = '';
  try {
    const answer = await send(url, {
      dispatcher,
      method: request.method,
      headers,
      signal,
      ...(request.body !== undefined && { body: request.body }),
    });
    const { body, isTruncated } = await readBody(answer.body, request.maxBodyBytes ?? DEFAULT_BODY_BYTES);
    return { status: answer.statusCode, headers: flatten(answer.headers), body, isTruncated, url: url.href };
  } catch (error) {
    throw translate(error, request.url);
  }
}

function credentialsOf(url: URL): Record<string, string> {
  if (url.username === '' && url.password === '') return {};
  const text = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
}

async function readBody(
  stream: AsyncIterable<unknown>,
  maxBytes: number,
): Promise<{ body: Buffer; isTruncated: boolean }> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    const bytes = Buffer.from(part as Uint8Array);
    parts.push(bytes.subarray(0, maxBytes - size));
    size += bytes.length;
    if (size > maxBytes) return { body: Buffer.concat(parts), isTruncated: true };
  }
  return { body: Buffer.concat(parts), isTruncated: false };
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

const REASONS: Record<string, string> = {
  ENOTFOUND: 'the host was not found',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'the request timed out',
  UND_ERR_HEADERS_TIMEOUT: 'the request timed out',
  UND_ERR_BODY_TIMEOUT: 'the request timed out',
  UND_ERR_SOCKET: 'the connection was closed',
};

function translate(error: unknown, url: string): unknown {
  const shown = withoutCredentials(url);
  if (error instanceof RefusedAddress) return new AppError('outbound_refused', { url: shown, reason: error.message });
  if (!(error instanceof Error)) return error;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') {
    return new AppError('outbound_failed', { url: shown, reason: 'the request timed out' }, { cause: error });
  }
  const code = 'code' in error ? String(error.code) : '';
  const reason =
    REASONS[code] ??
    (/^(?:ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code) ? 'the certificate is not valid' : undefined);
  if (reason === undefined && !code.startsWith('UND_ERR') && !code.startsWith('HPE_') && !code.startsWith('E'))
    return error;
  return new AppError(
    'outbound_failed',
    { url: shown, reason: reason ?? 'the response could not be read' },
    { cause: error },
  );
}

function withoutCredentials(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.href;
}

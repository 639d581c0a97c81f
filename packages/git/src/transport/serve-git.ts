import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { GitError, isGitError } from '../process/git-error.ts';
import type { GitErrorKind } from '../process/git-error.ts';
import { UnreachableWant, errorPacket, guardWants } from './want-guard.ts';
import { streamGit } from '../process/run-git.ts';
import type { GitStream } from '../process/run-git.ts';

export type GitService = 'git-upload-pack' | 'git-receive-pack';

export interface ServeLimits {
  /** No byte in either direction for this long ends the request. */
  idleTimeoutMs: number;
  totalTimeoutMs: number;
  /** Largest request body, after decompression. */
  maxInputBytes: number;
}

export const DEFAULT_UPLOAD_PACK_LIMITS: ServeLimits = {
  idleTimeoutMs: 60_000,
  totalTimeoutMs: 3_600_000,
  maxInputBytes: 64 * 1024 * 1024,
};
export const DEFAULT_RECEIVE_PACK_LIMITS: ServeLimits = {
  idleTimeoutMs: 60_000,
  totalTimeoutMs: 3_600_000,
  maxInputBytes: 2 * 1024 * 1024 * 1024,
};

export interface ServeOptions {
  /** The `Git-Protocol` header. */
  protocol?: string | undefined;
  /** The `Content-Encoding` header of the body. */
  contentEncoding?: string | undefined;
  signal?: AbortSignal | undefined;
  limits?: Partial<ServeLimits> | undefined;
  /** False for a conversation (SSH), where git itself sends the list of refs first. */
  stateless?: boolean | undefined;
}

export interface ServeResult {
  ok: boolean;
  /** What git wrote for the log. Not for clients. */
  stderr: string;
  /** Why it ended badly. `aborted` when the client went away. */
  reason: GitErrorKind | null;
  error?: unknown;
}

export interface ServedGit {
  contentType: string;
  /** The body of the answer, straight from git. Destroying it ends git. */
  stream: Readable;
  /** Never rejects. */
  finished: Promise<ServeResult>;
}

/** While a body is coming in, a client must send at least this much per idle period (a byte a minute is no progress). */
const MIN_INPUT_BYTES = 1024;
/** After git has stopped reading, how much of the rest is swallowed so that the client gets to read the answer. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

/** The `Git-Protocol` value, if it is one that git may see. */
export function protocolEnvironment(protocol: string | undefined): Record<string, string> {
  return protocol !== undefined && /^[a-z0-9=:.-]{1,100}$/i.test(protocol) ? { GIT_PROTOCOL: protocol } : {};
}

function isVersion2(env: Readonly<Record<string, string>>): boolean {
  return /(?:^|:)version=2(?:$|:)/.test(env['GIT_PROTOCOL'] ?? '');
}

/** The answer to `GET info/refs?service=…`. */
export function advertise(
  repo: string,
  service: GitService,
  options: { protocol?: string | undefined; signal?: AbortSignal | undefined } = {},
): ServedGit {
  const env = protocolEnvironment(options.protocol);
  const contentType = `application/x-${service}-advertisement`;
  const isConstant = service === 'git-upload-pack' && isVersion2(env);
  const key = `${repo}\0${options.protocol}`;
  const known = isConstant ? capabilities.get(key) : undefined;
  if (known !== undefined)
    return {
      contentType,
      stream: Readable.from([known]),
      finished: Promise.resolve({ ok: true, stderr: '', reason: null }),
    };
  const git = streamGit(
    repo,
    [service.slice(4), ...(service === 'git-upload-pack' ? ['--strict'] : []), '--http-backend-info-refs', repo],
    {
      env,
      signal: options.signal,
      timeoutMs: 120_000,
    },
  );
  git.stdin.end();
  const stream = new PassThrough();
  // Version 2 answers start right away; the older ones name the service first.
  if (service === 'git-receive-pack' || !isVersion2(env)) stream.write(`${packetLine(`# service=${service}\n`)}0000`);
  joinInto(git, stream);
  const finished = settle(git);
  if (isConstant) void rememberWhole(key, git, finished);
  return { contentType, stream, finished };
}

/**
 * What upload-pack says first in version 2, by repository and protocol: only what it can do, no refs. It follows from git's
 * version and the repository's configuration, neither of which changes under a running service.
 */
const capabilities = new Map<string, Buffer>();
const MAX_CAPABILITIES = 500;
const MAX_CAPABILITIES_BYTES = 4 * 1024;

async function rememberWhole(key: string, git: GitStream, finished: Promise<ServeResult>): Promise<void> {
  const chunks: Buffer[] = [];
  git.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { ok } = await finished;
  const whole = Buffer.concat(chunks);
  // Only what ended in order; a client that left early would have cut it short.
  if (!ok || whole.length > MAX_CAPABILITIES_BYTES || !whole.toString('latin1').endsWith('0000')) return;
  if (capabilities.size >= MAX_CAPABILITIES) capabilities.clear();
  capabilities.set(key, whole);
}

/** The answer to `POST git-upload-pack`: clone and fetch. Objects outside visible refs are refused in every protocol version. */
export function serveUploadPack(
  repo: string,
  body: Readable,
  options: ServeOptions & { hiddenRefs?: readonly string[] | undefined } = {},
): ServedGit {
  const env = protocolEnvironment(options.protocol);
  const hiddenRefs = options.hiddenRefs ?? [];
  const git = streamGit(
    repo,
    ['upload-pack', '--strict', ...(options.stateless === false ? [] : ['--stateless-rpc']), repo],
    {
      env,
      signal: options.signal,
      timeoutMs: 0,
      config: hiddenRefs.map((prefix) => ['uploadpack.hideRefs', prefix.replace(/\/$/, '')] as const),
    },
  );
  const limits = { ...DEFAULT_UPLOAD_PACK_LIMITS, ...options.limits };
  const guard = isVersion2(env) ? (source: AsyncIterable<unknown>) => guardWants(repo, source, hiddenRefs) : undefined;
  return connect('git-upload-pack', git, body, limits, options, guard);
}

/** Joins a running service to the request body and watches both directions. */
export function connect(
  service: GitService,
  git: GitStream,
  body: Readable,
  limits: ServeLimits,
  options: ServeOptions,
  guard?: (source: AsyncIterable<unknown>) => AsyncIterable<unknown>,
): ServedGit {
  const finished = settle(git);
  const input = { bytes: 0, ended: false };
  const stopWatching = watch(git, input, limits);
  void finished.then(stopWatching);
  const source = decoded(body, options.contentEncoding);
  const counted = count(source, input, limits.maxInputBytes);
  // Only a guarded service needs a stream of its own: the guard may have to answer instead of git.
  const answer = guard === undefined ? git.stdout : joined(git);
  pump(guard === undefined ? counted : guard(counted), git, input).catch((error: unknown) => {
    if (error instanceof UnreachableWant && answer instanceof PassThrough) {
      git.stdout.unpipe(answer);
      answer.end(errorPacket(error.message));
    }
    git.kill(isGitError(error) ? error : new GitError('aborted', 'The client went away.', { cause: error }));
  });
  return { contentType: `application/x-${service}-result`, stream: answer, finished };
}

function joined(git: GitStream): PassThrough {
  return joinInto(git, new PassThrough({ highWaterMark: 256 * 1024 }));
}

function joinInto(git: GitStream, stream: PassThrough): PassThrough {
  git.stdout.pipe(stream);
  stream.on('close', () => git.stdout.destroy());
  return stream;
}

async function settle(git: GitStream): Promise<ServeResult> {
  try {
    const { stderr } = await git.finished;
    return { ok: true, stderr, reason: null };
  } catch (error) {
    return isGitError(error)
      ? { ok: false, stderr: error.stderr, reason: error.kind, error }
      : { ok: false, stderr: '', reason: 'failed', error };
  }
}

function decoded(body: Readable, contentEncoding: string | undefined): Readable {
  if (contentEncoding !== 'gzip' && contentEncoding !== 'x-gzip') return body;
  const gunzip = createGunzip();
  body.on('error', (error) => gunzip.destroy(error));
  body.on('close', () => {
    if (!body.readableEnded) gunzip.destroy(new GitError('aborted', 'The client went away.'));
  });
  return body.pipe(gunzip);
}

async function* count(
  source: AsyncIterable<unknown>,
  input: { bytes: number },
  maxBytes: number,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    if (!Buffer.isBuffer(chunk)) throw new GitError('failed', 'The request body must be bytes.');
    input.bytes += chunk.length;
    if (input.bytes > maxBytes) throw new GitError('too_large', 'The request is larger than allowed.');
    yield chunk;
  }
}

async function pump(source: AsyncIterable<unknown>, git: GitStream, input: { ended: boolean }): Promise<void> {
  let discarded = 0;
  for await (const chunk of source) {
    if (!Buffer.isBuffer(chunk)) continue;
    if (git.stdin.destroyed || git.stdin.writableEnded) {
      discarded += chunk.length;
      if (discarded > MAX_DISCARDED_BYTES) break;
    } else if (!git.stdin.write(chunk)) {
      await drained(git);
    }
  }
  input.ended = true;
  git.stdin.end();
}

/** Whichever comes first: git read some of it, or git ended. */
async function drained(git: GitStream): Promise<void> {
  const waited = new AbortController();
  await Promise.race([once(git.stdin, 'drain', waited), once(git.stdin, 'close', waited)]).catch(() => undefined);
  waited.abort();
}

function watch(git: GitStream, input: { bytes: number; ended: boolean }, limits: ServeLimits): () => void {
  const startedAt = Date.now();
  let lastInput = 0;
  let lastOutput = 0;
  let quietSince = Date.now();
  let inputInPeriod = 0;
  const timer = setInterval(
    () => {
      const now = Date.now();
      const output = bytesReadFrom(git.stdout);
      inputInPeriod += input.bytes - lastInput;
      // git that does not take what is offered is not the client's fault.
      const waitsForGit = git.stdin.writableNeedDrain;
      const inputCounts = input.ended ? input.bytes > lastInput : inputInPeriod >= MIN_INPUT_BYTES;
      if (output > lastOutput || inputCounts || (waitsForGit && !input.ended)) {
        quietSince = now;
        inputInPeriod = 0;
      }
      lastInput = input.bytes;
      lastOutput = output;
      if (now - quietSince > limits.idleTimeoutMs) git.kill(new GitError('timeout', 'Nothing moved for too long.'));
      else if (now - startedAt > limits.totalTimeoutMs) git.kill(new GitError('timeout', 'The request took too long.'));
    },
    Math.min(1_000, Math.max(20, limits.idleTimeoutMs / 4)),
  );
  timer.unref();
  return () => clearInterval(timer);
}

function bytesReadFrom(stream: Readable): number {
  return 'bytesRead' in stream && typeof stream.bytesRead === 'number' ? stream.bytesRead : 0;
}

function packetLine(text: string): string {
  return (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text;
}

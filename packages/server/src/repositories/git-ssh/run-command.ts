import { once } from 'node:events';
import type { Socket } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { formatRemoteMessage } from '@tributary/git';
import type { ServerChannel } from 'ssh2';
import { expectedFailure } from '../../endpoints/http/error-status.ts';
import type { Context, Platform } from '../../platform/context.ts';
import { limiterFor } from '../../platform/rate-limiter.ts';
import { getGitAccess, LFS_IS_OFF, PROJECT_NOT_FOUND } from '../git-http/git-access.ts';
import type { GitService } from '../git-http/rules/git-address.ts';
import { reportGitEnd, serveGitRequest } from '../git-http/serve-git-request.ts';
import { contextOfHolder, type KeyHolder, nameOfHolder } from './key-holder.ts';
import { readSshCommand } from './rules/ssh-command.ts';

/** One session: its stream, the connection below it, and what ends it early. */
export type SessionIo = {
  channel: ServerChannel;
  socket: Socket;
  signal: AbortSignal;
  /** The value of GIT_PROTOCOL, if the client sent one. */
  protocol: string | undefined;
  /** Told which project is served, so that access to it is checked again. */
  serving(fullPath: string): void;
};

const MINUTE_MS = 60_000;

/** Text for the user, as `remote:` lines among those of git. */
export function writeMessage({ channel }: Pick<SessionIo, 'channel'>, text: string): void {
  if (!channel.writable) return;
  const lines = formatRemoteMessage(text).split('\n');
  channel.stderr.write(lines.map((line) => `remote: ${line}`.trimEnd()).join('\n') + '\n');
}

function refusalText(error: AppError): string {
  return error.kind === 'not_found' ? PROJECT_NOT_FOUND : error.message;
}

/** Runs what the client asked for, tells it what went wrong, and gives the exit code. Never throws. */
export async function runCommand(
  platform: Platform,
  holder: KeyHolder,
  command: string | undefined,
  io: SessionIo,
): Promise<number> {
  try {
    return await (command === undefined ? greet(platform, holder, io) : serve(platform, holder, command, io));
  } catch (error) {
    const expected = expectedFailure(error);
    if (!expected) platform.log.error({ err: error }, 'a command over SSH failed');
    if (!io.signal.aborted) writeMessage(io, expected ? refusalText(expected) : 'Something went wrong. Try again.');
    return 1;
  }
}

async function greet(platform: Platform, holder: KeyHolder, { channel }: SessionIo): Promise<number> {
  channel.write(`Welcome to Tributary, ${await nameOfHolder(platform, holder)}!\r\n`);
  return 0;
}

async function serve(platform: Platform, holder: KeyHolder, text: string, io: SessionIo): Promise<number> {
  const command = readSshCommand(text);
  if (!command) {
    writeMessage(io, 'This command is not allowed. Only git clone, fetch and push work over SSH.');
    return 128;
  }
  if (command.kind === 'lfs') {
    const service = command.operation === 'upload' ? 'git-receive-pack' : 'git-upload-pack';
    const pushTo = command.operation === 'upload' ? command.fullPath : undefined;
    await getGitAccess(await contextOfHolder(platform, holder, pushTo), command.fullPath, service);
    channelError(io, LFS_IS_OFF);
    return 1;
  }
  const { service, fullPath } = command;
  const ctx = await contextOfHolder(platform, holder, service === 'git-receive-pack' ? fullPath : undefined);
  countCommand(ctx);
  return serveGit(platform, holder, ctx, { service, fullPath }, io);
}

/** git-lfs shows what it hears on the error stream as it is. */
function channelError({ channel }: SessionIo, text: string): void {
  channel.stderr.write(`${text}\n`);
}

function countCommand(ctx: Context): void {
  if (ctx.actor.kind !== 'user') return;
  const limit = ctx.config.rateLimits.authenticated;
  const state = limiterFor(ctx, 'ssh_commands', { limit, windowMs: MINUTE_MS }).hit(
    `user:${ctx.actor.id}`,
    ctx.clock.now(),
  );
  if (state.isExceeded) throw new AppError('throttled', { seconds: state.retryAfterSeconds });
}

type Wanted = { service: GitService; fullPath: string };

/** A project that has another address now is served from there, and the user is told. */
async function accessTo(ctx: Context, { service, fullPath }: Wanted, io: SessionIo) {
  try {
    return { fullPath, access: await getGitAccess(ctx, fullPath, service) };
  } catch (error) {
    const to = error instanceof AppError && error.code === 'moved' ? String(error.params['to']) : undefined;
    if (to === undefined) throw error;
    const access = await getGitAccess(ctx, to, service);
    const url = ctx.ssh?.cloneUrl(to) ?? to;
    writeMessage(io, `The project was moved. Set the new address:\n\n  git remote set-url origin ${url}`);
    return { fullPath: to, access };
  }
}

async function serveGit(
  platform: Platform,
  holder: KeyHolder,
  ctx: Context,
  wanted: Wanted,
  io: SessionIo,
): Promise<number> {
  const { channel, signal } = io;
  const { fullPath, access } = await accessTo(ctx, wanted, io);
  signal.throwIfAborted();
  io.serving(fullPath);
  const body = new PassThrough();
  channel.pipe(body);
  signal.addEventListener('abort', () => body.destroy(), { once: true });
  const served = serveGitRequest(
    ctx,
    access,
    { fullPath, service: wanted.service, step: 'serve' },
    { stream: body, contentEncoding: undefined, protocol: io.protocol, signal, isConversation: true },
    () => contextOfHolder(platform, holder, wanted.service === 'git-receive-pack' ? fullPath : undefined),
  );
  void reportGitEnd(platform.log, served, wanted.service);
  await copyOut(served.stream, io).catch(() => served.stream.destroy());
  const { ok } = await served.finished;
  channel.unpipe(body);
  channel.resume();
  body.destroy();
  return ok ? 0 : 1;
}

/** As fast as the client reads: it may grant a window of any size and then leave everything in our memory. */
async function copyOut(from: Readable, { channel, socket, signal }: SessionIo): Promise<void> {
  for await (const chunk of from) {
    signal.throwIfAborted();
    if (!channel.write(chunk)) await once(channel, 'drain', { signal });
    if (socket.writableNeedDrain) await once(socket, 'drain', { signal });
  }
}

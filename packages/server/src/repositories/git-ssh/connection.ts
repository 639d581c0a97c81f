import type { Socket } from 'node:net';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { AuthContext, Connection, ServerChannel, Session, utils } from 'ssh2';
import type { Platform } from '../../platform/context.ts';
import { getGitAccess } from '../git-http/git-access.ts';
import { checkProof } from './authenticate-key.ts';
import { anonymousContext, contextOfHolder, type KeyHolder } from './key-holder.ts';
import { SSH_LIMITS } from './limits.ts';
import { runCommand, type SessionIo, writeMessage } from './run-command.ts';

type Running = { io: SessionIo; end: AbortController; fullPath?: string };

/** What the server knows of one connection. */
export type SshConnection = {
  /** Lets running commands finish, starts no more, and leaves. */
  drain(): void;
  destroy(): void;
};

type Parts = { platform: Platform; client: Connection; socket: Socket; parseKey: typeof utils.parseKey };

/** Serves one client from its first packet until it leaves. */
export function serveConnection({ platform, client, socket, parseKey }: Parts): SshConnection {
  const ip = socket.remoteAddress;
  const running = new Set<Running>();
  let holder: KeyHolder | undefined;
  let refusedProofs = 0;
  let isDraining = false;
  let lastBusyAt = performance.now();

  const leave = () => {
    client.end();
    // Whoever does not answer the goodbye is cut off.
    setTimeout(() => socket.destroy(), 2_000).unref();
  };
  const grace = setTimeout(() => socket.destroy(), SSH_LIMITS.loginGraceMs);

  /** Access ends while something runs: a key is removed, a user blocked, a member leaves. */
  const recheck = async (): Promise<void> => {
    if (!holder) return;
    if (running.size === 0 && performance.now() - lastBusyAt > SSH_LIMITS.idleMs) return leave();
    const refusal = await refusalOf(() => contextOfHolder(platform, holder as KeyHolder));
    if (refusal) {
      for (const each of running) stopCommand(each, refusal.message);
      return leave();
    }
    for (const each of running) {
      const { fullPath } = each;
      if (fullPath === undefined) continue;
      const ended = await refusalOf(async () =>
        getGitAccess(await contextOfHolder(platform, holder as KeyHolder), fullPath, 'git-upload-pack'),
      );
      if (ended) stopCommand(each, 'You have no access to this project any more.');
    }
  };
  let isChecking = false;
  const checks = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    void recheck().finally(() => {
      isChecking = false;
    });
  }, SSH_LIMITS.recheckMs);
  checks.unref();

  const answer = async (attempt: AuthContext): Promise<void> => {
    const proof = await checkProof(anonymousContext(platform, ip), attempt, parseKey);
    if (proof.result === 'refused') {
      refusedProofs += 1;
      if (refusedProofs > SSH_LIMITS.maxRefusedProofs) return leave();
      return attempt.reject(['publickey']);
    }
    if (proof.result === 'proven') holder = { fingerprint: proof.fingerprint, ip };
    attempt.accept();
  };

  client.on('authentication', (attempt) => {
    answer(attempt).catch((error: unknown) => {
      platform.log.warn({ err: error }, 'a key could not be looked up');
      leave();
    });
  });
  client.on('ready', () => {
    clearTimeout(grace);
    lastBusyAt = performance.now();
  });
  client.on('session', (accept, reject) => {
    if (isDraining || !holder || running.size >= SSH_LIMITS.maxSessions) return reject();
    serveSession(accept(), holder);
  });
  client.on('error', (error) => platform.log.debug({ err: error }, 'an SSH connection ended badly'));
  client.on('close', () => {
    clearTimeout(grace);
    clearInterval(checks);
    for (const each of running) each.end.abort();
  });
  socket.on('data', () => {
    const waiting = [...running].reduce((sum, { io }) => sum + io.channel.readableLength, socket.writableLength);
    if (waiting > SSH_LIMITS.maxBufferedBytes) socket.destroy();
  });

  function serveSession(session: Session, by: KeyHolder): void {
    let protocol: string | undefined;
    session.on('env', (accept, reject, { key, val }) => {
      if (key !== 'GIT_PROTOCOL') return reject?.();
      protocol = val;
      accept?.();
    });
    session.on('shell', (accept) => void start(accept(), undefined));
    session.on('exec', (accept, _reject, { command }) => void start(accept(), command));

    async function start(channel: ServerChannel, command: string | undefined): Promise<void> {
      channel.on('error', () => undefined);
      channel.stderr.on('error', () => undefined);
      if (packetSizeOf(channel) < SSH_LIMITS.minPacketBytes) return void socket.destroy();
      const end = new AbortController();
      channel.on('close', () => end.abort());
      const entry: Running = {
        end,
        io: { channel, socket, signal: end.signal, protocol, serving: (fullPath) => (entry.fullPath = fullPath) },
      };
      running.add(entry);
      const code = await runCommand(platform, by, command, entry.io);
      running.delete(entry);
      lastBusyAt = performance.now();
      channel.exit(code);
      channel.end();
      if (isDraining && running.size === 0) leave();
    }
  }

  return {
    drain() {
      isDraining = true;
      if (running.size === 0) leave();
    },
    destroy: () => void socket.destroy(),
  };
}

function stopCommand({ io, end }: Running, text: string): void {
  if (end.signal.aborted) return;
  writeMessage(io, text);
  end.abort();
}

/** The failure that says access has ended; undefined while it holds, or cannot be looked up at the moment. */
async function refusalOf(look: () => Promise<unknown>): Promise<AppError | undefined> {
  try {
    await look();
    return undefined;
  } catch (error) {
    const isEnd = error instanceof AppError && error.kind !== 'unavailable' && error.code !== 'moved';
    return isEnd ? error : undefined;
  }
}

/** What the client says it takes at once. With a size of zero nothing could ever be sent to it. */
function packetSizeOf({ outgoing }: ServerChannel): number {
  const isKnown = typeof outgoing === 'object' && outgoing !== null && 'packetSize' in outgoing;
  return isKnown && typeof outgoing.packetSize === 'number' ? outgoing.packetSize : 0;
}

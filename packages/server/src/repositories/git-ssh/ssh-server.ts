import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Platform } from '../../platform/context.ts';
import { limiterFor, networkOf } from '../../platform/rate-limiter.ts';
import { type SshConnection, serveConnection } from './connection.ts';
import { SSH_LIMITS } from './limits.ts';

export type SshServer = {
  /** The port really listened on. */
  port: number;
  /** Takes no more connections and gives running commands some time. */
  stop(): Promise<void>;
};

const MINUTE_MS = 60_000;

const ALGORITHMS = {
  // Without the groups that cost a second of computing for each stranger.
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group14-sha256',
  ],
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes192-ctr', 'aes256-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  // Packs are compressed already, and a small packet must not become a large one.
  compress: ['none'],
} as const;

/** Serves git over SSH on this port. Needs `platform.ssh`. */
export async function startSshServer(platform: Platform, listen: { host: string; port: number }): Promise<SshServer> {
  if (!platform.ssh) throw new Error('SSH is off.');
  const { default: ssh2 } = await import('ssh2');
  const sockets = new Map<string, Socket>();
  const connections = new Map<Socket, SshConnection>();
  const server = new ssh2.Server({
    hostKeys: [platform.ssh.hostKey.privateKey],
    ident: 'Tributary',
    algorithms: {
      kex: [...ALGORITHMS.kex],
      cipher: [...ALGORITHMS.cipher],
      hmac: [...ALGORITHMS.hmac],
      compress: [...ALGORITHMS.compress],
    },
  });
  server.on('connection', (client, info) => {
    const socket = sockets.get(`${info.ip} ${info.port}`);
    if (!socket) return client.end();
    connections.set(socket, serveConnection({ platform, client, socket, parseKey: ssh2.utils.parseKey }));
    return undefined;
  });
  server.on('error', (error: Error) => platform.log.error({ err: error }, 'the SSH server failed'));

  const limiter = limiterFor(platform, 'ssh_connections', {
    limit: platform.config.rateLimits.unauthenticated,
    windowMs: MINUTE_MS,
  });
  const isWelcome = (network: string): boolean => {
    const own = [...sockets.values()].filter((each) => networkOf(each.remoteAddress) === network).length;
    if (sockets.size >= SSH_LIMITS.maxConnections || own >= SSH_LIMITS.maxPerNetwork) return false;
    return !limiter.hit(network, platform.clock.now()).isExceeded;
  };
  const listener = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined);
    if (!isWelcome(networkOf(socket.remoteAddress))) return void socket.destroy();
    const name = `${socket.remoteAddress} ${socket.remotePort}`;
    sockets.set(name, socket);
    // Who says nothing at all never becomes a connection.
    const grace = setTimeout(() => connections.has(socket) || socket.destroy(), SSH_LIMITS.loginGraceMs);
    socket.once('close', () => {
      clearTimeout(grace);
      sockets.delete(name);
      connections.delete(socket);
    });
    server.injectSocket(socket);
    return undefined;
  });
  listener.listen(listen);
  await once(listener, 'listening');
  const address = listener.address();

  return {
    port: typeof address === 'object' && address !== null ? address.port : listen.port,
    async stop() {
      const closed = new Promise<void>((resolve) => {
        listener.close(() => resolve());
      });
      for (const connection of connections.values()) connection.drain();
      for (const socket of sockets.values()) if (!connections.has(socket)) socket.destroy();
      const impatience = setTimeout(() => {
        for (const socket of sockets.values()) socket.destroy();
      }, SSH_LIMITS.stopMs);
      await closed;
      clearTimeout(impatience);
    },
  };
}

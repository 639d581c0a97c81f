import { connect, createServer, type Socket } from 'node:net';

/** What happens to bytes between the server and its database. */
type Mode =
  /** They pass. */
  | 'pass'
  /** Open connections are reset, new ones are refused. */
  | 'cut'
  /** Nothing arrives any more and nobody says so, as when a network card dies. */
  | 'silent'
  /** The next COMMIT never arrives: the connection is reset before it. */
  | 'lose-commit'
  /** The next COMMIT arrives, and the connection is reset before anyone hears of it. */
  | 'lose-answer';

export type TcpProxy = {
  port: number;
  /** `which`: the how-manieth COMMIT from now is lost; the first when left out. */
  set(mode: Mode, which?: number): void;
  /** How many COMMITs were lost, or their answers. */
  lost(): number;
  close(): Promise<void>;
};

/** A connection to a PostgreSQL whose network can be broken on purpose. */
export async function createTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  let mode: Mode = 'pass';
  let lost = 0;
  let passing = 0;
  const pairs = new Set<{ near: Socket; far: Socket }>();
  const server = createServer({ allowHalfOpen: false }, (near) => {
    if (mode === 'cut') {
      near.on('error', () => near.destroy());
      near.resetAndDestroy();
      return;
    }
    const far = connect(target);
    const pair = { near, far };
    let isDoomed = false;
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    pairs.add(pair);
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
    near.on('data', (bytes) => {
      if (mode === 'silent') return;
      const isCommit = /commit/i.test(bytes.toString('latin1'));
      if (isCommit && (mode === 'lose-commit' || mode === 'lose-answer') && passing-- === 0) {
        isDoomed = true;
        lost += 1;
        if (mode === 'lose-answer') far.write(bytes);
        else near.resetAndDestroy();
        mode = 'pass';
        return;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (isDoomed) near.resetAndDestroy();
      else if (mode !== 'silent') near.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    set(next, which = 1) {
      mode = next;
      passing = which - 1;
      if (next === 'cut') for (const { near } of pairs) near.resetAndDestroy();
    },
    lost: () => lost,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const { near } of pairs) near.destroy();
      await closed;
    },
  };
}

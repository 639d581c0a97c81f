import type { ChildProcess } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { serverEnvironment, serverFlags } from '../setup/server-process.mjs';
import { createHttpClient, type HttpClient, successBody, waitForOk } from './http-client.ts';
import { endProcess, freePort, run, NODE_FLAGS, ROOT, startNode } from './processes.ts';

export const ROOT_PASSWORD = 'bench-horse-battery';

/** The product as `npm start` runs it: one process and its PostgreSQL on a data directory of its own. */
export type Service = {
  url: string;
  pid: number;
  dataDir: string;
  /** Address of its database, for bare measurements beside it. */
  databaseUrl(): Promise<string>;
  /** A token of root that may do everything. */
  token: string;
  /** Calls the REST API as root, over kept-open connections. */
  rest<T>(method: string, address: string, body?: unknown): Promise<T>;
  client: HttpClient;
  stop(): Promise<void>;
};

function environment(port: number, dataDir: string): Record<string, string> {
  return {
    PORT: String(port),
    TRIBUTARY_DATA: dataDir,
    TRIBUTARY_ROOT_PASSWORD: ROOT_PASSWORD,
    TRIBUTARY_LOG: 'error',
    // Where webhooks are received here.
    TRIBUTARY_OUTBOUND_ALLOW: '127.0.0.1',
    DATABASE_URL: '',
    // One user asks thousands of times a minute here; what is measured is the answer, not the limit.
    TRIBUTARY_RATE_LIMIT: '10000000',
    TRIBUTARY_RATE_LIMIT_ANONYMOUS: '10000000',
  };
}

export type StartedProcess = { child: ChildProcess; pid: number; url: string; said(): string };

/** Starts the process and waits until the sign-in page, the first thing a user sees, is answered with 200. */
export async function startProcess(dataDir: string, port: number, node?: string): Promise<StartedProcess> {
  const env = serverEnvironment({ ...process.env, ...environment(port, dataDir) });
  const child = startNode('packages/server/src/app/main.ts', [], { env, flags: serverFlags, node });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (said += part.toString()));
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitForOk(`${url}/users/sign_in`, () => child.exitCode !== null);
  } catch (error) {
    await endProcess(child);
    throw new Error(`the service did not start: ${said}`, { cause: error });
  }
  if (child.pid === undefined) throw new Error('the service has no process id');
  return { child, pid: child.pid, url, said: () => said };
}

async function makeToken(dataDir: string, port: number): Promise<string> {
  const cli = path.join(ROOT, 'packages/server/src/app/cli.ts');
  const name = `bench-${process.pid}`;
  const args = [...NODE_FLAGS, cli, 'token', 'create', '--user', 'root', '--name', name, '--scopes', 'api'];
  return (await run(process.execPath, args, { env: environment(port, dataDir) })).toString().trim();
}

/** Starts the product on a data directory, new or used before. */
export async function startService(dataDir: string): Promise<Service> {
  const port = await freePort();
  const { child, pid, url } = await startProcess(dataDir, port);
  const token = await makeToken(dataDir, port);
  const client = createHttpClient(url, { 'private-token': token });
  return {
    url,
    pid,
    dataDir,
    token,
    client,
    databaseUrl: () => embeddedDatabaseUrl(dataDir),
    async rest<T>(method: string, address: string, body?: unknown) {
      const answer = await client.request(method, `/api/v4${address}`, { body });
      const text = successBody(answer, `${method} ${address}`).toString();
      return (text === '' ? undefined : JSON.parse(text)) as T;
    },
    async stop() {
      client.close();
      await endProcess(child);
    },
  };
}

async function embeddedDatabaseUrl(dataDir: string): Promise<string> {
  const dir = path.join(dataDir, 'postgres');
  await access(`${dir}.json`);
  const { password } = JSON.parse(await readFile(`${dir}.json`, 'utf8')) as { password: string };
  const port = (await readFile(path.join(dir, 'postmaster.pid'), 'utf8')).split('\n')[3] ?? '';
  return `postgres://tributary:${password}@127.0.0.1:${port}/tributary`;
}

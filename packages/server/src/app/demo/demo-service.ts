import type { FastifyInstance } from 'fastify';
import { GitError, runGit } from '@tributary/git';
import type { DemoUsername } from './users.ts';

/** The running service as its users use it: by REST and by git, with their own tokens. */
export type DemoService = {
  call<T>(as: DemoUsername, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<T>;
  /** Sends a file as a form does. */
  send(as: DemoUsername, path: string, content: string): Promise<void>;
  /** Adds a project to the CI/CD catalog; the REST interface has no way to. */
  addToCatalog(as: DemoUsername, fullPath: string): Promise<void>;
  /** Pushes from a local repository, e.g. `refs/stage/x:refs/heads/y`, to a project given by its full path. */
  push(as: DemoUsername, repo: string, fullPath: string, refspecs: readonly string[]): Promise<void>;
};

const PUSH_TIMEOUT_MS = 120_000;

export function createDemoService(
  server: FastifyInstance,
  origin: string,
  tokens: ReadonlyMap<DemoUsername, string>,
): DemoService {
  const tokenOf = (name: DemoUsername): string => {
    const token = tokens.get(name);
    if (token === undefined) throw new Error(`${name} has no token`);
    return token;
  };
  return {
    async call<T>(as: DemoUsername, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
      const headers = { 'private-token': tokenOf(as) };
      const url = `/api/v4${path}`;
      const answer = await server.inject({ method, url, headers, ...(body && { payload: body }) });
      if (answer.statusCode >= 300) {
        throw new Error(`${as}: ${method} ${path} was answered ${answer.statusCode}: ${answer.body.slice(0, 500)}`);
      }
      return (answer.body === '' ? undefined : answer.json()) as T;
    },
    async send(as, path, content) {
      const boundary = 'end-of-the-part';
      const payload = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="report"\r\n\r\n${content}\r\n--${boundary}--\r\n`;
      const headers = { 'private-token': tokenOf(as), 'content-type': `multipart/form-data; boundary=${boundary}` };
      const answer = await server.inject({ method: 'POST', url: `/api/v4${path}`, headers, payload });
      if (answer.statusCode !== 201)
        throw new Error(`${as}: ${path} was answered ${answer.statusCode}: ${answer.body}`);
    },
    async addToCatalog(as, fullPath) {
      const query = 'mutation($path: ID!) { catalogResourcesCreate(input: { projectPath: $path }) { errors } }';
      const headers = { 'private-token': tokenOf(as) };
      const payload = { query, variables: { path: fullPath } };
      const answer = await server.inject({ method: 'POST', url: '/api/graphql', headers, payload });
      if (!answer.body.includes('"errors":[]')) throw new Error(`${fullPath} is not in the catalog: ${answer.body}`);
    },
    async push(as, repo, fullPath, refspecs) {
      const credentials = Buffer.from(`${as}:${tokenOf(as)}`).toString('base64');
      try {
        await runGit(repo, ['push', '--quiet'], {
          revs: [`${origin}/${fullPath}.git`, ...refspecs],
          env: { GIT_ALLOW_PROTOCOL: 'http' },
          config: [
            ['protocol.http.allow', 'always'],
            // Not in the address: that is shown in lists of processes.
            ['http.extraHeader', `Authorization: Basic ${credentials}`],
          ],
          timeoutMs: PUSH_TIMEOUT_MS,
        });
      } catch (error) {
        if (!(error instanceof GitError)) throw error;
        throw new Error(`${as} could not push to ${fullPath}: ${error.stderr}`, { cause: error });
      }
    },
  };
}

const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 40;

/** Looks again and again until there is an answer; for what jobs do meanwhile. */
export async function waitFor<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + WAIT_MS;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error(`timed out waiting for ${what}`);
}

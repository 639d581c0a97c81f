import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { runGitResult } from '../process/run-git.ts';
import { serveReceivePack } from '../transport/receive-pack.ts';
import type { ReceivePackOptions } from '../transport/receive-pack.ts';
import { advertise, serveUploadPack } from '../transport/serve-git.ts';
import type { GitService, ServeResult, ServedGit } from '../transport/serve-git.ts';

export type GitServerOptions = Partial<ReceivePackOptions> & { hiddenRefs?: readonly string[] };

/** The smallest smart HTTP server over one repository, for tests with a real git client. */
export class GitHttpServer {
  options: GitServerOptions;
  /** Every finished request, in order. */
  readonly results: ServeResult[] = [];
  /** How many requests git was started for. */
  begun = 0;
  readonly #server: Server;
  readonly #repo: string;

  constructor(repo: string, options: GitServerOptions) {
    this.#repo = repo;
    this.options = options;
    this.#server = createServer((request, response) => this.#handle(request, response));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the server does not listen');
    return `http://127.0.0.1:${address.port}/repository.git`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const service: GitService = `${url.searchParams.get('service') ?? ''}${url.pathname}`.includes('receive-pack')
      ? 'git-receive-pack'
      : 'git-upload-pack';
    const served = this.#serve(url.pathname.endsWith('/info/refs'), service, request);
    this.begun += 1;
    void served.finished.then((result) => this.results.push(result));
    response.writeHead(200, { 'content-type': served.contentType, 'cache-control': 'no-cache' });
    served.stream.on('error', () => response.destroy());
    served.stream.pipe(response);
    response.on('close', () => {
      if (!response.writableFinished) served.stream.destroy();
    });
  }

  #serve(isAdvertisement: boolean, service: GitService, request: IncomingMessage): ServedGit {
    const protocol = request.headers['git-protocol'];
    const common = { ...this.options, protocol: typeof protocol === 'string' ? protocol : undefined };
    if (isAdvertisement) return advertise(this.#repo, service, common);
    const options = { ...common, contentEncoding: request.headers['content-encoding'] };
    if (service === 'git-upload-pack') return serveUploadPack(this.#repo, request, options);
    return serveReceivePack(this.#repo, request, {
      ...options,
      onPreReceive: options.onPreReceive ?? (() => Promise.resolve({ ok: true })),
    });
  }
}

export async function startGitServer(repo: string, options: GitServerOptions = {}): Promise<GitHttpServer> {
  const server = new GitHttpServer(repo, options);
  await server.listen();
  return server;
}

export interface ClientResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs git as a user would, in a working folder. Never throws for exit codes. */
export async function clientGit(folder: string, ...args: string[]): Promise<ClientResult> {
  const person = { NAME: 'Client Person', EMAIL: 'client@example.test' };
  const result = await runGitResult(null, ['-C', folder, ...args], {
    env: {
      GIT_ALLOW_PROTOCOL: 'http:https:file',
      GIT_AUTHOR_NAME: person.NAME,
      GIT_AUTHOR_EMAIL: person.EMAIL,
      GIT_COMMITTER_NAME: person.NAME,
      GIT_COMMITTER_EMAIL: person.EMAIL,
    },
    config: [
      ['safe.directory', '*'],
      ['init.defaultBranch', 'main'],
      ['advice.detachedHead', 'false'],
    ],
    okExitCodes: Array.from({ length: 255 }, (_unused, index) => index + 1),
    timeoutMs: 120_000,
  });
  return { exitCode: result.exitCode, stdout: result.stdout.toString('utf8'), stderr: result.stderr };
}

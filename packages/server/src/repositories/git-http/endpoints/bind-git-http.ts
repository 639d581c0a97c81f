import type { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { expectedFailure, statusOf } from '../../../endpoints/http/error-status.ts';
import type { RequestContexts } from '../../../endpoints/http/request-context.ts';
import type { SliceEndpoints } from '../../../endpoints/slice.ts';
import { auditImpersonation } from '../../../platform/audit.ts';
import { failpoint } from '../../../platform/failpoints.ts';
import { getGitAccess, LFS_IS_OFF, PROJECT_NOT_FOUND } from '../git-access.ts';
import { type GitRequest, isLfsAddress, readGitAddress } from '../rules/git-address.ts';
import { reportGitEnd, serveGitRequest } from '../serve-git-request.ts';

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

const SENTENCES: Partial<Record<AppError['kind'], string>> = {
  not_found: PROJECT_NOT_FOUND,
  unauthenticated:
    'HTTP Basic: Access denied. Use your username and password, or a personal access token with the read_repository or write_repository scope.',
};

/** git prints a plain text body as `remote: …`. */
function answerRefusal(error: AppError, request: GitRequest, reply: FastifyReply): FastifyReply {
  reply.header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'no-cache');
  if (error.code === 'moved' && request.step === 'advertise') {
    const to = String(error.params['to']).split('/').map(encodeURIComponent).join('/');
    return reply.code(301).header('location', `/${to}.git/info/refs?service=${request.service}`).send('Moved.\n');
  }
  if (error.kind === 'unauthenticated') reply.header('www-authenticate', 'Basic realm="Tributary", charset="UTF-8"');
  if (error.kind === 'unavailable') reply.header('retry-after', '5');
  if (error.kind === 'rate_limited') reply.header('retry-after', String(error.params['seconds'] ?? 60));
  const isNamed = error.code === 'basic_denied';
  const sentence = isNamed ? error.message : (SENTENCES[error.kind] ?? error.message);
  return reply.code(error.code === 'moved' ? 404 : statusOf(error)).send(`${sentence}\n`);
}

/** git-lfs prints the message of its own type; the status tells it that locks are not kept either. */
function refuseLfs(reply: FastifyReply): FastifyReply {
  reply.header('content-type', 'application/vnd.git-lfs+json').header('cache-control', 'no-cache');
  return reply.code(501).send(Buffer.from(JSON.stringify({ message: LFS_IS_OFF })));
}

async function answer(
  contexts: RequestContexts,
  git: GitRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const prove = () => contexts.of(request, { basic: true });
  const ctx = await prove();
  failpoint('push.auth');
  const access = await getGitAccess(ctx, git.fullPath, git.service);
  if (git.service === 'git-receive-pack' && git.step === 'serve') {
    await auditImpersonation(ctx, { method: 'git push', path: git.fullPath });
  }
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const served = serveGitRequest(
    ctx,
    access,
    git,
    {
      stream: request.raw,
      contentEncoding: header(request, 'content-encoding'),
      protocol: header(request, 'git-protocol'),
      signal: gone.signal,
    },
    prove,
  );
  void reportGitEnd(request.log, served, git.service);
  reply.header('content-type', served.contentType);
  // As git's own server says it: no cache may keep what was just true.
  reply.header('expires', 'Fri, 01 Jan 1980 00:00:00 GMT').header('pragma', 'no-cache');
  reply.header('cache-control', 'no-cache, max-age=0, must-revalidate');
  return reply.code(200).send(served.stream);
}

/**
 * git over HTTP. The addresses lie between those of pages, so a hook looks at each address before any body is read, and
 * answers the few that are git's.
 */
export const bindGitHttp: NonNullable<SliceEndpoints['bind']> = (server: FastifyInstance, { contexts }) => {
  server.addHook('onRequest', async (request, reply) => {
    if (isLfsAddress(request.raw.url ?? '')) return refuseLfs(reply);
    const git = readGitAddress(request.method, request.raw.url ?? '');
    if (!git) return undefined;
    try {
      return await answer(contexts, git, request, reply);
    } catch (error) {
      const expected = expectedFailure(error);
      if (!expected) throw error;
      return answerRefusal(expected, git, reply);
    }
  });
};

import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, ANONYMOUS } from '../../platform/actor.ts';
import { auditImpersonation } from '../../platform/audit.ts';
import { type Context, contextFor, type Platform } from '../../platform/context.ts';
import { openRequestCache, type RequestCache } from '../../platform/cache/request-cache.ts';
import { equalSecrets } from '../../platform/secrets.ts';
import { type Authenticate, type Credentials, readCredentials, readSudo } from './credentials.ts';
import { countRequest } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is bound here may believe what is remembered (`recalls` of its context). */
    recalls?: boolean;
    /** The limit of requests by address is not for this. */
    skipsAddressLimit?: boolean;
  }
}

export type RequestContexts = {
  /**
   * Who asks, proven. `basic` also reads a name and password, for git. `recalls` is for what answers at once: a request
   * that reads may then believe what is remembered while the marks of it stand.
   */
  of(request: FastifyRequest, options?: { basic?: boolean; recalls?: boolean }): Promise<Context>;
  /**
   * Looks where the marks of requests to routes that recall stand as soon as they are there: the database answers while
   * the request is still being read. Before every other hook.
   */
  lookEarly(server: FastifyInstance): void;
};

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const READING_METHODS = new Set(['GET', 'HEAD']);

/** A browser's session may only change things when the page that asks proves it is ours. */
function checkCsrf(request: FastifyRequest, ctx: Context): void {
  if (SAFE_METHODS.has(request.method) || ctx.actor.kind !== 'user' || ctx.actor.credential.kind !== 'session') return;
  const body = request.body;
  const fromForm =
    typeof body === 'object' && body !== null && 'authenticity_token' in body ? String(body.authenticity_token) : '';
  const sent = request.headers['x-csrf-token'] ?? fromForm;
  if (typeof sent !== 'string' || !equalSecrets(sent, ctx.actor.credential.csrfToken))
    throw new AppError('csrf_failed');
}

/** What reads by POST, or says itself what it changes: git, and GraphQL with its mutations. */
const RECORDS_ITSELF = /^\/api\/graphql$|\/(?:git-upload-pack|git-receive-pack)$/;

/** Not every change is an audit event of its own: that someone made it in the name of another is recorded here. */
async function recordImpersonation(request: FastifyRequest, ctx: Context): Promise<void> {
  const path = pathOf(request);
  if (SAFE_METHODS.has(request.method) || RECORDS_ITSELF.test(path)) return;
  await auditImpersonation(ctx, { method: request.method, path });
}

function pathOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '/';
  const question = url.indexOf('?');
  return question < 0 ? url : url.slice(0, question);
}

export function createRequestContexts(platform: Platform, authenticate: Authenticate): RequestContexts {
  const isHttps = platform.config.url.startsWith('https:');
  /** Proofs that do not hold count for the address they come from, so that they cannot be tried without end. */
  const identify: (ctx: Context, credentials: Credentials, request: FastifyRequest) => Promise<Actor> = async (
    ctx,
    credentials,
    request,
  ) => {
    try {
      return await authenticate(ctx, credentials, readSudo(request));
    } catch (error) {
      await countRequest(ctx, request);
      throw error;
    }
  };
  const begun = new WeakMap<FastifyRequest, RequestCache>();
  return {
    lookEarly(server) {
      server.addHook('onRequest', (request, _reply, done) => {
        if (request.routeOptions.config.recalls === true && READING_METHODS.has(request.method)) {
          begun.set(request, openRequestCache(platform, pathOf(request)));
        }
        done();
      });
    },
    async of(request, options = {}) {
      const recalls = options.recalls === true && READING_METHODS.has(request.method);
      const recall = recalls ? (begun.get(request) ?? openRequestCache(platform, pathOf(request))) : undefined;
      const anonymous = { ...contextFor(platform, ANONYMOUS, { id: request.id, ip: request.ip }), recall };
      const credentials = readCredentials(request, { basic: options.basic ?? false, isHttps });
      const actor = await identify(anonymous, credentials, request);
      const proveActor = () => identify({ ...anonymous, recall: undefined }, credentials, request);
      const ctx = { ...anonymous, actor, proveActor };
      if (request.routeOptions.config.skipsAddressLimit !== true) await countRequest(ctx, request);
      checkCsrf(request, ctx);
      await recordImpersonation(request, ctx);
      return ctx;
    },
  };
}

import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Ability } from '../../platform/policy/permissions.ts';
import type { PolicySubject } from '../../platform/policy/policy.ts';
import type { Context } from '../../platform/context.ts';
import type { AcceptedFile } from './read-multipart.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

/** The thing a route acts on, found from the address before anything else; throws not_found when it may not be seen. */
export type SubjectLoader<S extends { policy: PolicySubject }> = {
  /** Names of the address parts it reads, for the reference page. */
  params: readonly string[];
  load: (ctx: Context, params: Record<string, string>) => Promise<S>;
};

export type RouteRequest<P, I, S> = {
  ctx: Context;
  params: P;
  input: I;
  subject: S;
  /** What was sent as the route's `file`. */
  file?: Buffer;
  /** For answers that are not JSON: set type and headers, then return a stream, buffer or text. */
  reply: FastifyReply;
  headers: Record<string, string | string[] | undefined>;
};

type AnyObject = z.ZodObject<z.ZodRawShape>;

export type RouteDefinition<P extends AnyObject, I extends AnyObject, S extends { policy: PolicySubject }> = {
  method: HttpMethod;
  /** Path after the endpoint's prefix, with `:name` parts. */
  path: string;
  /** Row of permissions.tsv; checked against `subject` (the instance when there is none) before `handle` runs. */
  ability: Ability;
  summary: string;
  tag: string;
  params?: P;
  /** Query and body together, as clients may send either. Unknown names are ignored by REST, and refused by page actions. */
  input?: I;
  subject?: SubjectLoader<S>;
  /** Shape of the answer, for the reference page and for tests. */
  response?: z.ZodType;
  /** Success status; 200 for GET and PUT, 201 for POST, 204 for DELETE unless said otherwise. */
  status?: number;
  /** The file that may be sent with the fields, when they come as a multipart form. */
  file?: AcceptedFile;
  /** The body is multipart or a stream that `handle` reads itself. */
  rawBody?: boolean;
  /** The body is bytes of whatever type, which `handle` finds in `reply.request.body`. */
  takesBytes?: boolean;
  /** Runners prove themselves with tokens of their own: their many requests from one address are not those of one visitor. */
  skipsAddressLimit?: boolean;
  /** Bytes of JSON body accepted; 1 MiB by default. */
  bodyLimitBytes?: number;
  /** Requests a minute for one user (or address); see app/web.ts for the default. What is asked for may say 0: none. */
  rateLimitPerMinute?: number | ((ctx: Context) => Promise<number>);
  /** Routes with the same name count together, and with whoever else asks that limiter; one of its own by default. */
  rateLimitName?: string;
  /** When the thing last changed: a request with `If-Unmodified-Since` before that is refused with 412. */
  changedAt?(
    request: Pick<RouteRequest<z.output<P>, z.output<I>, S>, 'ctx' | 'params' | 'input' | 'subject'>,
  ): Date | undefined | Promise<Date | undefined>;
  handle(request: RouteRequest<z.output<P>, z.output<I>, S>): Promise<unknown>;
};

export type Route = RouteDefinition<AnyObject, AnyObject, { policy: PolicySubject }>;

const noObject = z.strictObject({});
export type NoObject = typeof noObject;

/** One address of the REST endpoint. The ability is enforced before `handle`; operations check again on their own rows. */
export function defineRoute<
  P extends AnyObject = NoObject,
  I extends AnyObject = NoObject,
  S extends { policy: PolicySubject } = { policy: PolicySubject },
>(definition: RouteDefinition<P, I, S>): Route {
  return definition as Route;
}

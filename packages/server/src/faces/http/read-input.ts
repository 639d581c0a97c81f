import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyRequest } from 'fastify';
import qs from 'qs';
import type { z } from 'zod';

/** Names that carry credentials or belong to every route, so no schema lists them. */
const AMBIENT = new Set([
  'private_token',
  'access_token',
  'job_token',
  'sudo',
  'authenticity_token',
  '_method',
  'utf8',
]);

const MAX_DEPTH = 32;
const MAX_ELEMENTS = 50_000;

/** Query text to nested values (`labels[]=a`, `not[author_id]=1`), bounded. */
export function parseQuery(text: string): Record<string, unknown> {
  return qs.parse(text, { depth: 5, arrayLimit: 500, parameterLimit: 500, ignoreQueryPrefix: true });
}

/** Refuses bodies that are cheap to send and costly to walk; an explicit stack, so depth cannot overflow ours. */
export function checkBodyShape(body: unknown): void {
  const stack: { value: unknown; depth: number }[] = [{ value: body, depth: 1 }];
  let elements = 0;
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > MAX_DEPTH) throw new AppError('body_too_deep');
    for (const child of Object.values(next.value)) {
      if (++elements > MAX_ELEMENTS) throw new AppError('body_too_deep');
      stack.push({ value: child, depth: next.depth + 1 });
    }
  }
}

/** Query and body as one object. The body wins, as it does for the clients that send both. */
export function readInput(request: FastifyRequest, sent: unknown): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const question = request.raw.url?.indexOf('?') ?? -1;
  const query = question < 0 ? {} : parseQuery(request.raw.url?.slice(question + 1) ?? '');
  const body = typeof sent === 'object' && sent !== null ? sent : {};
  if (Array.isArray(body)) throw new AppError('bad_parameter', { name: 'body' });
  for (const source of [query, body]) {
    for (const [name, value] of Object.entries(source)) if (!AMBIENT.has(name)) input[name] = value;
  }
  return input;
}

/**
 * Without what only repeats the address: clients send `id`, `project_id` and the like beside it. A name that the route
 * itself takes stays.
 */
export function withoutRepeats(
  input: Record<string, unknown>,
  path: string,
  known: Record<string, unknown>,
): Record<string, unknown> {
  const repeats = new Set([...path.matchAll(/:(\w+)/g)].map((match) => match[1]));
  if (path.startsWith('/projects/:id')) repeats.add('project_id');
  if (path.startsWith('/groups/:id')) repeats.add('group_id');
  if (path.includes('/merge_requests/:')) repeats.add('merge_request_iid');
  if (path.includes('/issues/:')) repeats.add('issue_iid');
  return Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(known, name) || !repeats.has(name)));
}

/**
 * Validates, naming what is missing, what is wrong and what is unknown. A null where none is meant counts as left out:
 * clients with typed calls send every field they know.
 */
export function validateInput<T>(schema: z.ZodType<T>, input: Record<string, unknown>): T {
  const first = schema.safeParse(input);
  if (first.success) return first.data;
  const nulls = first.error.issues.map(({ path }) => path).filter((path) => valueAt(input, path) === null);
  const tried = nulls.length === 0 ? input : withoutFields(input, nulls);
  const result = nulls.length === 0 ? first : schema.safeParse(tried);
  if (result.success) return result.data;
  const missing: string[] = [];
  const invalid: string[] = [];
  const unknown: string[] = [];
  for (const issue of result.error.issues) {
    const name = issue.path.map(String).join('.') || 'body';
    if (issue.code === 'unrecognized_keys') unknown.push(...issue.keys);
    else if (isMissing(tried, issue.path)) missing.push(name);
    else invalid.push(name);
  }
  if (missing.length > 0)
    throw new AppError('missing_parameter', { names: [...new Set(missing)].join(' is missing, ') });
  if (invalid.length > 0) throw new AppError('bad_parameter', { name: [...new Set(invalid)].join(', ') });
  throw new AppError('unknown_parameter', { names: unknown.join(', ') });
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}

/** A copy without the fields at these paths; what is not on the way to one is shared. Elements of lists keep their places. */
function withoutFields(value: unknown, paths: readonly (readonly PropertyKey[])[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  for (const [key, those] of Map.groupBy(paths, ([first]) => first ?? '')) {
    const below = those.filter((path) => path.length > 1).map((path) => path.slice(1));
    if (below.length > 0) Reflect.set(copy, key, withoutFields(Reflect.get(copy, key), below));
    else if (!Array.isArray(copy)) Reflect.deleteProperty(copy, key);
  }
  return copy;
}

function isMissing(input: unknown, path: readonly PropertyKey[]): boolean {
  let value = input;
  for (const key of path) {
    // Below a value of the wrong kind nothing is missing: the value itself is wrong.
    if (typeof value !== 'object' || value === null) return value === undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value === undefined;
}

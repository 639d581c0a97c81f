import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { FastifyRequest } from 'fastify';
import qs from 'qs';
import type { z } from 'zod';

/** Names that carry credentials or belong to every route, so no schema lists them. */
const AMBIENT = new Set([
  'private_token',
  'access_token',
  'feed_token',
  'job_token',
  'sudo',
  'authenticity_token',
  '_method',
  'utf8',
]);

const MAX_DEPTH = 32;
const MAX_ELEMENTS = 50_000;

const MAX_PARAMETERS = 500;

/** Query text to nested values (`labels[]=a`, `not[author_id]=1`), bounded. */
export function parseQuery(text: string): Record<string, unknown> {
  return qs.parse(text, { depth: 5, arrayLimit: 500, parameterLimit: MAX_PARAMETERS, ignoreQueryPrefix: true });
}

/** Like `parseQuery`, but refuses what that would leave out of a text that is too long. */
export function parseForm(text: string): Record<string, unknown> {
  if (text.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS) throw new AppError('body_too_deep');
  return parseQuery(text);
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
  const query = question < 0 ? {} : parseForm(request.raw.url?.slice(question + 1) ?? '');
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

/** Told the names of the parameters that a schema does not know; without it they are refused. */
type OnUnknown = (names: string[]) => void;

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;
type Omitted = { path: Path; isUnknown: boolean };

/** Leaving out one field can uncover another below it; more than a few layers no schema has. */
const MAX_ROUNDS = 8;

/**
 * Validates, naming what is missing, what is wrong and what is unknown. A null or a blank text where none is meant counts
 * as left out: clients with typed calls send every field they know. With `onUnknown` unknown fields are left out as well.
 */
export function validateInput<T>(schema: z.ZodType<T>, input: Record<string, unknown>, onUnknown?: OnUnknown): T {
  let tried: unknown = input;
  let result = schema.safeParse(tried);
  const unknown = new Set<string>();
  for (let round = 0; !result.success && round < MAX_ROUNDS; round++) {
    const found = result.error.issues.flatMap((issue) => omittable(issue, [], tried));
    const omitted = found.filter(({ isUnknown }) => onUnknown || !isUnknown);
    if (omitted.length === 0) break;
    for (const { path, isUnknown } of omitted) if (isUnknown) unknown.add(path.map(String).join('.'));
    tried = withoutFields(
      tried,
      omitted.map(({ path }) => path),
    );
    result = schema.safeParse(tried);
  }
  if (unknown.size > 0) onUnknown?.([...unknown]);
  if (!result.success) throw refusalOf(result.error.issues, input, tried);
  return result.data;
}

function refusalOf(issues: readonly Issue[], input: Record<string, unknown>, tried: unknown): AppError {
  const missing: string[] = [];
  const invalid: string[] = [];
  const unknown: string[] = [];
  for (const issue of issues) {
    const name = issue.path.map(String).join('.') || 'body';
    if (issue.code === 'unrecognized_keys') unknown.push(...issue.keys);
    else if (isMissing(tried, issue.path) && !isBlank(valueAt(input, issue.path))) missing.push(name);
    else invalid.push(name);
  }
  if (missing.length > 0)
    return new AppError('missing_parameter', { names: [...new Set(missing)].join(' is missing, ') });
  if (invalid.length > 0) return new AppError('bad_parameter', { name: [...new Set(invalid)].join(', ') });
  return new AppError('unknown_parameter', { names: unknown.join(', ') });
}

/**
 * Fields that can be left out so that an issue goes away: unknown ones, and nulls and blank texts. Of a union those of the
 * first variant that fits without them. Elements of lists keep their places.
 */
function omittable(issue: Issue, above: Path, input: unknown): Omitted[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key], isUnknown: true }));
  const isField = issue.path.length > 0 && typeof path.at(-1) !== 'number';
  if (isField && isEmpty(valueAt(input, path))) return [{ path, isUnknown: false }];
  if (issue.code !== 'invalid_union') return [];
  const variants = issue.errors.map((errors) => errors.map((error) => omittable(error, path, input)));
  return variants.find((found) => found.length > 0 && found.every((each) => each.length > 0))?.flat() ?? [];
}

function isEmpty(value: unknown): boolean {
  return value === null || isBlank(value);
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function valueAt(input: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}

/** A copy without the fields at these paths; what is not on the way to one is shared. Elements of lists keep their places. */
function withoutFields(value: unknown, paths: readonly Path[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  for (const [key, those] of Map.groupBy(paths, ([first]) => first ?? '')) {
    const below = those.filter((path) => path.length > 1).map((path) => path.slice(1));
    if (below.length < those.length) {
      if (!Array.isArray(copy)) Reflect.deleteProperty(copy, key);
    } else Reflect.set(copy, key, withoutFields(Reflect.get(copy, key), below));
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

import { RE2JS, RE2JSException } from 're2js';
import { parse, YAMLError } from 'yaml';

const MAX_LENGTH = 100_000;
const MAX_ENTRIES = 200;
const MAX_PATH = 2_000;
const EXPRESSION = /^\/((?:[^\\]|\\.)*)\/$/s;

/** Which page of a deployed site a file becomes. */
export type RouteMap = { pageOf(path: string): string | undefined };

type Route = (path: string) => string | undefined;

/** Reads `.gitlab/route-map.yml`. Undefined for what is none; a mistake in it takes nothing else along. */
export function readRouteMap(text: string): RouteMap | undefined {
  const entries = text.length <= MAX_LENGTH ? entriesOf(text) : undefined;
  if (!entries) return undefined;
  const routes = entries.slice(0, MAX_ENTRIES).flatMap((entry) => routeOf(entry) ?? []);
  return {
    pageOf: (path) => {
      if (path.length > MAX_PATH) return undefined;
      for (const route of routes) {
        const page = route(path);
        if (page !== undefined) return page;
      }
      return undefined;
    },
  };
}

function entriesOf(text: string): unknown[] | undefined {
  try {
    const parsed: unknown = parse(text, { maxAliasCount: 0 });
    return Array.isArray(parsed) ? parsed : undefined;
  } catch (error) {
    if (error instanceof YAMLError || error instanceof ReferenceError) return undefined;
    throw error;
  }
}

/** The whole path has to match; `\1` to `\9` in the page stand for the groups of an expression. */
function routeOf(entry: unknown): Route | undefined {
  if (typeof entry !== 'object' || entry === null || !('source' in entry) || !('public' in entry)) return undefined;
  const { source, public: page } = entry;
  if (typeof source !== 'string' || typeof page !== 'string') return undefined;
  const expression = EXPRESSION.exec(source.trim())?.[1];
  if (expression === undefined) return (path) => (path === source ? page : undefined);
  try {
    const compiled = RE2JS.compile(expression.replaceAll(String.raw`\/`, '/'));
    return (path) => {
      const matcher = compiled.matcher(path);
      if (!matcher.matches()) return undefined;
      return page.replaceAll(/\\([1-9])/g, (_match, group: string) =>
        Number(group) <= matcher.groupCount() ? (matcher.group(Number(group)) ?? '') : '',
      );
    };
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

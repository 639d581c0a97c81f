import type { PlaceName } from './define-page.ts';

/** Where an address hangs and what is left of it: `/a/b/-/tree/main` → project `a/b`, rest `tree/main`. */
export type Address = { place: PlaceName | 'namespace'; fullPath: string; rest: string };

/** Files of texts hang on their project without the `/-/` between; no project is named like their secrets. */
const UPLOAD = /^(.+)\/(uploads\/[0-9a-f]{32}\/[^/]+)$/;

const GROUP_PREFIX = 'groups/';

/**
 * Splits at the first `/-/`, which no name may contain. `instanceRoots` are first parts that belong to the instance
 * (`users`, `admin`, `projects`, …) and are reserved as names.
 */
export function splitAddress(pathname: string, instanceRoots: ReadonlySet<string>): Address {
  const path = pathname.replace(/^\/+|\/+$/g, '');
  const cut = path.indexOf('/-/');
  const before = cut < 0 ? path.replace(/\/-$/, '') : path.slice(0, cut);
  const rest = cut < 0 ? '' : path.slice(cut + 3);
  if (path === '' || path === '-' || path.startsWith('-/')) return { place: 'instance', fullPath: '', rest: path };
  if (before.startsWith(GROUP_PREFIX) && before !== 'groups/new') {
    return { place: 'group', fullPath: decode(before.slice(GROUP_PREFIX.length)), rest };
  }
  if (instanceRoots.has(path.split('/')[0] ?? '')) return { place: 'instance', fullPath: '', rest: path };
  const upload = cut < 0 ? UPLOAD.exec(path) : null;
  if (upload) return { place: 'project', fullPath: decode(upload[1] ?? ''), rest: upload[2] ?? '' };
  return { place: cut < 0 ? 'namespace' : 'project', fullPath: decode(before), rest };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Matches `merge_requests/:iid` or `tree/*ref` against the rest of an address; undefined when it does not fit. */
export function matchPath(pattern: string, rest: string): Record<string, string> | undefined {
  const wanted = pattern === '' ? [] : pattern.split('/');
  const given = rest === '' ? [] : rest.split('/');
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith('*')) {
      params[part.slice(1)] = given.slice(index).map(decode).join('/');
      return given.length >= index ? params : undefined;
    }
    const value = given[index];
    if (value === undefined || value === '') return undefined;
    const colon = part.indexOf(':');
    if (colon < 0) {
      if (part !== value) return undefined;
      continue;
    }
    const matched = matchPart(part, colon, value);
    if (matched === undefined) return undefined;
    params[matched.name] = matched.value;
  }
  return given.length === wanted.length ? params : undefined;
}

/** `:iid.json` and `:iid` : a name with optional text around it. */
function matchPart(part: string, colon: number, value: string): { name: string; value: string } | undefined {
  const name = /^\w+/.exec(part.slice(colon + 1))?.[0] ?? '';
  const prefix = part.slice(0, colon);
  const suffix = part.slice(colon + 1 + name.length);
  if (!value.startsWith(prefix) || !value.endsWith(suffix)) return undefined;
  const inner = value.slice(prefix.length, value.length - suffix.length);
  return inner === '' ? undefined : { name, value: decode(inner) };
}

/** Exact text before names, names before rests: the more literal pattern is tried first. */
export function bySpecificity(a: string, b: string): number {
  const rank = (pattern: string) =>
    pattern
      .split('/')
      .map((part) => (part.startsWith('*') ? '2' : part.includes(':') ? '1' : '0'))
      .join('');
  const left = rank(a);
  const right = rank(b);
  if (left === right) return b.length - a.length;
  return left < right ? -1 : 1;
}

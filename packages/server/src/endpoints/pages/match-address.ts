import type { ScopeName } from './define-page.ts';

/** Where an address hangs and what is left of it: `/a/b/-/tree/main` → project `a/b`, rest `tree/main`. */
export type Address = { place: ScopeName | 'namespace'; fullPath: string; rest: string };

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

/** Addresses of notes and files that clients know without the `/-/`, by what they end with. */
const SHORT: { methods: string[]; end: RegExp; rest?: string }[] = [
  { methods: ['GET', 'PUT'], end: /^(.+?)\/(noteable\/[a-z_]+\/\d+\/notes)$/ },
  { methods: ['POST'], end: /^(.+)\/(notes|uploads|preview_markdown)$/ },
  { methods: ['PUT', 'DELETE'], end: /^(.+)\/(notes\/\d+)$/ },
  { methods: ['POST', 'DELETE'], end: /^(.+)\/(notes\/\d+\/(?:resolve|toggle_award_emoji))$/ },
  { methods: ['GET'], end: /^(.+)\/(notes\/\d+\/outdated_line_change)$/ },
  { methods: ['GET'], end: /^([^/]+\/.+)\.atom$/, rest: 'activity.atom' },
];

/** As `splitAddress`, for what is asked of a project without the `/-/`; pages have no such addresses. */
export function shortAddress(method: string, pathname: string): Address | undefined {
  const path = pathname.replace(/^\/+|\/+$/g, '');
  for (const { methods, end, rest } of SHORT) {
    const found = methods.includes(method) ? end.exec(path) : null;
    if (found) return { place: 'project', fullPath: decode(found[1] ?? ''), rest: rest ?? found[2] ?? '' };
  }
  return undefined;
}

/** Percent-decoded; what is not well encoded stays as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Part = { literal: string } | { rest: string } | { prefix: string; name: string; suffix: string };

function readPart(part: string): Part {
  if (part.startsWith('*')) return { rest: part.slice(1) };
  const colon = part.indexOf(':');
  if (colon < 0) return { literal: part };
  const name = /^\w+/.exec(part.slice(colon + 1))?.[0] ?? '';
  return { prefix: part.slice(0, colon), name, suffix: part.slice(colon + 1 + name.length) };
}

/** What is left of an address, taken apart once for all patterns that are tried on it. */
export function partsOf(rest: string): readonly string[] {
  return rest === '' ? [] : rest.split('/');
}

export type PathMatcher = (given: readonly string[]) => Record<string, string> | undefined;

/** Matches `merge_requests/:iid`, `tree/*ref` or `blob/*ref/diff` against the parts of an address; undefined when it does not fit. */
export function pathMatcher(pattern: string): PathMatcher {
  const wanted = partsOf(pattern).map(readPart);
  const isOpen = wanted.some((part) => 'rest' in part);
  return (given) => {
    if (!isOpen && given.length !== wanted.length) return undefined;
    const params: Record<string, string> = {};
    for (const [index, part] of wanted.entries()) {
      if ('rest' in part) {
        // What follows the rest in the pattern stands at the end of the address.
        const after = wanted.slice(index + 1);
        const end = given.length - after.length;
        const isEnded = after.every((each, at) => 'literal' in each && each.literal === given[end + at]);
        if (!isEnded || (after.length > 0 && end <= index)) return undefined;
        params[part.rest] = given.slice(index, end).map(decode).join('/');
        return params;
      }
      const value = given[index];
      if (value === undefined || value === '') return undefined;
      if ('literal' in part) {
        if (part.literal !== value) return undefined;
        continue;
      }
      const inner = innerOf(part, value);
      if (inner === '') return undefined;
      params[part.name] = decode(inner);
    }
    return params;
  };
}

/** `:iid.json` and `:iid`: what stands for the name, with optional text around it; nothing where that does not fit. */
function innerOf({ prefix, suffix }: { prefix: string; suffix: string }, value: string): string {
  if (!value.startsWith(prefix) || !value.endsWith(suffix)) return '';
  return value.slice(prefix.length, value.length - suffix.length);
}

/** The digits of its parts: exact text before names, names before rests, what follows a rest before its end. */
function rankOf(pattern: string): string {
  const parts = pattern.split('/');
  const digits = parts.map((part, index) => {
    if (part.startsWith('*')) return index === parts.length - 1 ? '3' : '2';
    return part.includes(':') ? '1' : '0';
  });
  return digits.join('');
}

/** The more literal pattern is first. */
export function sortBySpecificity<Item>(items: readonly Item[], patternOf: (item: Item) => string): Item[] {
  const ranked = items.map((item) => {
    const pattern = patternOf(item);
    return { item, rank: rankOf(pattern), length: pattern.length };
  });
  ranked.sort((a, b) => (a.rank === b.rank ? b.length - a.length : a.rank < b.rank ? -1 : 1));
  return ranked.map(({ item }) => item);
}

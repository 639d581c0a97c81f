import type { PlainContext } from './rendered-markdown.ts';

export type ResolvedUrl = {
  url: string;
  /** Leads away from this instance. */
  isExternal: boolean;
};

/** Prefix of every id that comes from a text, so that it can't stand for an element or variable of the page. */
export const ID_PREFIX = 'user-content-';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'ftp:', 'xmpp:']);
/** They lead to a program that writes to someone, not to a page of another host. */
const ADDRESSES = new Set(['mailto:', 'xmpp:']);

/** The address that a link of the text leads to, or null when it leads nowhere safe. */
export function resolveLink(written: string, context: PlainContext): ResolvedUrl | null {
  const url = clean(written);
  if (url === '') return null;
  if (url.startsWith('#')) return { url: url === '#' ? url : fragmentOf(url), isExternal: false };
  if (isAbsolute(url)) return resolveAbsolute(url, LINK_SCHEMES, context);
  return relativeTo(url, 'blob', context);
}

/** The address that an image is loaded from, or null. Outside images are loaded over https only. */
export function resolveImage(written: string, context: PlainContext): ResolvedUrl | null {
  const url = clean(written);
  if (url === '' || url.startsWith('#')) return null;
  if (!isAbsolute(url)) return relativeTo(url, 'raw', context);
  const resolved = resolveAbsolute(url, new Set(['http:', 'https:']), context);
  return resolved?.isExternal && !resolved.url.startsWith('https:') ? null : resolved;
}

/** As an id in the page; empty when nothing is left. */
export function prefixedId(id: string): string {
  const kept = id.replace(/[\s"'<>&`\0]+/g, '').slice(0, 200);
  if (kept === '') return '';
  return kept.startsWith(ID_PREFIX) ? kept : ID_PREFIX + kept;
}

/** Browsers drop control characters and read a backslash as a slash; so do we, before anything is decided. */
function clean(written: string): string {
  let from = 0;
  let to = written.length;
  while (from < to && written.charCodeAt(from) <= 0x20) from++;
  while (to > from && written.charCodeAt(to - 1) <= 0x20) to--;
  const visible = written.slice(from, to).replace(/[\t\n\r\0]/g, '');
  const end = visible.search(/[?#]/);
  return end < 0 ? visible.replaceAll('\\', '/') : visible.slice(0, end).replaceAll('\\', '/') + visible.slice(end);
}

function isAbsolute(url: string): boolean {
  return url.startsWith('//') || SCHEME.test(url);
}

function resolveAbsolute(url: string, schemes: ReadonlySet<string>, context: PlainContext): ResolvedUrl | null {
  const parsed = URL.parse(url.startsWith('//') ? `https:${url}` : url);
  if (!parsed || !schemes.has(parsed.protocol)) return null;
  // A name before the host makes another host look like a known one.
  parsed.username = '';
  parsed.password = '';
  const isExternal = !ADDRESSES.has(parsed.protocol) && parsed.origin !== context.instanceUrl;
  return { url: parsed.href, isExternal };
}

/** Paths inside the repository, to uploads of the project, or within the instance. */
function relativeTo(url: string, view: 'blob' | 'raw', context: PlainContext): ResolvedUrl | null {
  const root = context.linkRoot?.replace(/\/+$/, '');
  const cut = url.search(/[?#]/);
  const path = cut < 0 ? url : url.slice(0, cut);
  const rest = cut < 0 ? '' : url.slice(cut);
  if (path === '') return null;
  if (/^\/?uploads\/[0-9a-f]{32}\//.test(path)) {
    return root ? { url: `${root}/${segmentsOf(path).join('/')}${tailOf(rest)}`, isExternal: false } : null;
  }
  if (path.startsWith('/') && isOfInstance(path, root, context)) {
    return { url: `/${segmentsOf(path, true).join('/')}${tailOf(rest)}`, isExternal: false };
  }
  if (!root) return null;
  const segments = segmentsOf(path.startsWith('/') ? path : `${context.basePath ?? ''}/${path}`);
  const shown = view === 'blob' && path.endsWith('/') ? 'tree' : view;
  const ref = (context.ref ?? 'HEAD').split('/').map(encodeURIComponent).join('/');
  const target = segments.length > 0 ? `/${segments.join('/')}` : '';
  const folder = target === '' && view === 'blob' ? 'tree' : shown;
  return { url: `${root}/-/${folder}/${ref}${target}${tailOf(rest, segments.at(-1))}`, isExternal: false };
}

/** In a file `/doc/x.md` means the top of the repository, in a comment the top of the instance. */
function isOfInstance(path: string, root: string | undefined, context: PlainContext): boolean {
  if (context.basePath === undefined || root === undefined) return true;
  return path === root || path.startsWith(`${root}/`) || path.includes('/-/');
}

/** Decoded, freed of `.` and `..` (also written as `%2e`), and encoded again. */
function segmentsOf(path: string, keepsEnd = false): string[] {
  const segments: string[] = [];
  for (const written of path.split('/')) {
    const segment = decode(written);
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(encodeURIComponent(segment));
  }
  if (keepsEnd && segments.length > 0 && path.endsWith('/')) segments.push('');
  return segments;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment).toWellFormed();
  } catch {
    // Not an encoded text at all: the percent signs are meant as they are.
    return segment.toWellFormed();
  }
}

/** Headings of Markdown files have prefixed ids; other fragments, such as lines, are kept. */
function tailOf(rest: string, file = ''): string {
  const hash = rest.indexOf('#');
  if (hash < 0) return encodeLoosely(rest);
  const fragment = rest.slice(hash);
  const isMarkdown = /\.(?:md|markdown|mdown|mkdn?)$/i.test(file) && !/^#L\d/.test(fragment);
  return encodeLoosely(rest.slice(0, hash)) + (isMarkdown ? fragmentOf(fragment) : encodeLoosely(fragment));
}

function fragmentOf(fragment: string): string {
  const id = prefixedId(decode(fragment.slice(1)));
  return `#${encodeURIComponent(id)}`;
}

function encodeLoosely(text: string): string {
  return text.toWellFormed().replace(/[^\w!$&'()*+,;=:@/?#.~%-]/gu, encodeURIComponent);
}

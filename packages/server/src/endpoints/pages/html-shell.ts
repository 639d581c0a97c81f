import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PRELOAD_REQUESTS } from '@tributary/contract/page/preloaded-responses.ts';
import type { PageData } from '@tributary/contract/page/page-data.ts';
import type { PageFeed } from './define-page.ts';

/** A build of the web elsewhere can be served instead, so that two working copies of it do not disturb each other. */
const DIST = process.env['TRIBUTARY_WEB_DIST'] ?? path.resolve(import.meta.dirname, '../../../../web/dist');

type ManifestEntry = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean };
type Manifest = Record<string, ManifestEntry>;

const LATIN_FONT = /-latin-wght-normal\.woff2$/;

export type WebAssets = {
  directory: string;
  entry: string;
  styles: string[];
  preloads: string[];
  /** Those of Latin letters, which every page needs for its first words. */
  fonts: string[];
  /** By the kind of a page, and by the name of a part of one; its own module is the first. */
  pageFiles: Map<string, string[]>;
};

/** What the built web consists of. Throws when it was not built: `npm start` builds it first. */
export function readWebAssets(): WebAssets {
  const file = path.join(DIST, 'manifest.json');
  if (!existsSync(file)) throw new Error(`the web is not built: ${file} is missing`);
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const entryKey = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? '';
  const entry = manifest[entryKey];
  if (!entry) throw new Error('the manifest of the web names no entry');
  const all = closure(manifest, entryKey);
  const pageFiles = new Map<string, string[]>();
  for (const key of Object.keys(manifest)) {
    const page = /([^/]+)\.page\.tsx$/.exec(key)?.[1]?.replaceAll('-', '_');
    const name = page ?? /([^/]+-tab)\.tsx$/.exec(key)?.[1];
    if (name !== undefined)
      pageFiles.set(
        name,
        [...closure(manifest, key)].filter((each) => !all.has(each)),
      );
  }
  const styles = [...all].flatMap((key) => manifest[key]?.css ?? []);
  return {
    directory: DIST,
    entry: entry.file,
    styles: [...new Set(styles)],
    preloads: [...all].filter((key) => key !== entryKey).map((key) => manifest[key]?.file ?? ''),
    fonts: Object.entries(manifest).flatMap(([key, { file: name }]) => (LATIN_FONT.test(key) ? [name] : [])),
    pageFiles: new Map(
      [...pageFiles].map(([kind, keys]) => [
        kind,
        keys.flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])]),
      ]),
    ),
  };
}

function closure(manifest: Manifest, start: string): Set<string> {
  const seen = new Set<string>();
  const open = [start];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const entry = manifest[key];
    if (seen.has(key) || !entry) continue;
    seen.add(key);
    open.push(...(entry.imports ?? []));
  }
  return seen;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);
}

/** JSON that cannot end its script element, whatever users typed. */
function embedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Asks for what the page needs first while the browser fetches its scripts. */
function askAhead(asks: readonly string[], nonce: string): string {
  if (asks.length === 0) return '';
  const ask = `fetch(a,{headers:{Accept:'application/json'}}).catch(e=>e)`;
  return `<script nonce="${nonce}">self.${PRELOAD_REQUESTS}=Object.fromEntries(${embedJson(asks)}.map(a=>[a,${ask}]))</script>\n`;
}

/** The document of any page: data for the first paint, and the files it needs named up front, those of `part` included. */
export function renderHtml(
  page: PageData,
  { part, feed }: { part?: string | undefined; feed?: PageFeed | undefined },
  assets: WebAssets,
  nonce: string,
): string {
  const alternate =
    feed &&
    `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(feed.title)}" href="${escapeHtml(feed.href)}">\n`;
  const theme = page.shell.viewer?.preferences.theme ?? 'system';
  const filesOf = (name = '') => assets.pageFiles.get(name) ?? [];
  const extra = [...new Set([...filesOf(page.kind), ...filesOf(part)])];
  const [own] = filesOf(page.kind);
  const module = own === undefined ? '' : ` data-module="/-/assets/${own}"`;
  const scripts = [...assets.preloads, ...extra.filter((file) => file.endsWith('.js'))];
  const styles = [...assets.styles, ...extra.filter((file) => file.endsWith('.css'))];
  return `<!doctype html>
<html lang="en" data-theme="${escapeHtml(theme)}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(page.title)} · ${escapeHtml(page.shell.instance.name)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta property="csp-nonce" nonce="${nonce}">
${askAhead(page.ahead?.asks ?? [], nonce)}<link rel="icon" href="/-/assets/favicon.svg" type="image/svg+xml">
${alternate ?? ''}${styles.map((file) => `<link rel="stylesheet" href="/-/assets/${file}">`).join('\n')}
${assets.fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/-/assets/${file}">`).join('\n')}
${scripts.map((file) => `<link rel="modulepreload" href="/-/assets/${file}">`).join('\n')}
<script type="application/json" id="page-data" nonce="${nonce}"${module}>${embedJson(page)}</script>
<script type="module" nonce="${nonce}" src="/-/assets/${assets.entry}"></script>
</head>
<body><div id="root"></div><noscript>This page requires JavaScript. The same data is available at /api/v4.</noscript></body>
</html>`;
}

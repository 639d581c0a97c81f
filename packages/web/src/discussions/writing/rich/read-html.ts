import { DOMParser, type Node } from 'prosemirror-model';
import { tableOf } from '../../model/markdown-table.ts';
import { schema } from './schema.ts';

const MOST_CHARS = 500_000;
const MOST_DEPTH = 100;
/** A page with more is read as text: its looks would take longer than anyone waits. */
const MOST_ELEMENTS = 20_000;

const VOID = new Set(['br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
/** Gone with everything inside. */
const DROPPED = new Set([
  'head',
  'iframe',
  'math',
  'noscript',
  'object',
  'script',
  'style',
  'svg',
  'template',
  'title',
]);
const DRAWN = new Set(['math', 'svg']);
/** What looks like a tag in them is none, but for their end. */
const RAW = new Set(['noscript', 'script', 'style', 'title']);
/** A page that has none of these is no better than its text, which may be Markdown. */
const FORMATTED = /<(?:a|b|blockquote|code|del|em|h[1-6]|hr|i|img|li|ol|pre|s|strike|strong|table|ul)[\s>/]/i;
const FORMATTED_BY_STYLE =
  /font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|text-decoration[^;"]{0,100}line-through/i;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code === 0xa0 ? ' ' : code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

type Tag = { name: string; isEnd: boolean; isWhole: boolean; attributes: ReadonlyMap<string, string> };

/** Text and tags in turn; what begins like a tag and never ends is text. */
function* partsOf(html: string): Generator<string | Tag> {
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) return yield decode(html.slice(at));
    if (open > at) yield decode(html.slice(at, open));
    if (html.startsWith('<!', open)) {
      const close = html.startsWith('<!--', open) ? '-->' : '>';
      const end = html.indexOf(close, open);
      if (end < 0) return undefined;
      at = end + close.length;
      continue;
    }
    const end = endOfTag(html, open);
    if (end < 0) return yield decode(html.slice(open));
    const tag = readTag(html.slice(open + 1, end));
    yield tag ?? decode(html.slice(open, end + 1));
    at = end + 1;
  }
  return undefined;
}

function endOfTag(html: string, open: number): number {
  let quote = '';
  for (let at = open + 1; at < html.length; at += 1) {
    const sign = html.charAt(at);
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at;
  }
  return -1;
}

function readTag(inside: string): Tag | null {
  const start = /^(\/?)([a-z][a-z0-9]*)/i.exec(inside);
  if (!start) return null;
  const [, slash = '', name = ''] = start;
  const attributes = new Map<string, string>();
  for (const [, key = '', double, single, bare] of inside
    .slice(start[0].length)
    .matchAll(/([a-z][a-z-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/gi))
    attributes.set(key.toLowerCase(), decode(double ?? single ?? bare ?? ''));
  return { name: name.toLowerCase(), isEnd: slash !== '', isWhole: inside.endsWith('/'), attributes };
}

/** Only what is read later, under names that no browser acts on. */
function elementOf(inert: Document, { name, attributes }: Tag): HTMLElement {
  const style = attributes.get('style') ?? '';
  const isNormal = /font-weight:\s*(?:normal|[1-4]00)/i.test(style);
  const made = inert.createElement((name === 'b' || name === 'strong') && isNormal ? 'span' : name);
  const set = (key: string, value: string | undefined) =>
    value !== undefined && made.setAttribute(`data-${key}`, value);
  for (const key of ['href', 'src', 'alt', 'start', 'type', 'checked']) set(key, attributes.get(key));
  set('language', /\b(?:language|lang|highlight-source)-([\w+-]{1,20})/.exec(attributes.get('class') ?? '')?.[1]);
  if (/font-weight:\s*(?:bold|[6-9]00)/i.test(style)) set('bold', '');
  if (/font-style:\s*italic/i.test(style)) set('italic', '');
  if (/text-decoration[^;]{0,100}line-through/i.test(style)) set('struck', '');
  return made;
}

/** The page in a document of its own, where nothing is loaded and nothing runs; null when it is too much. */
function treeOf(html: string): HTMLElement | null {
  const inert = document.implementation.createHTMLDocument('');
  const root = inert.createElement('div');
  const open: HTMLElement[] = [root];
  let dropped: string | null = null;
  /** How many of that name are open in each other. */
  let depth = 0;
  let count = 0;
  for (const part of partsOf(html)) {
    const parent = open.at(-1) ?? root;
    if (typeof part === 'string') {
      if (dropped === null) parent.append(part);
    } else if (dropped !== null) {
      if (part.name !== dropped || part.isWhole) continue;
      depth += part.isEnd ? -1 : RAW.has(dropped) ? 0 : 1;
      if (depth === 0) dropped = null;
    } else if (part.isEnd) {
      const at = open.findLastIndex((each) => each.localName === part.name || isRenamed(each, part.name));
      if (at > 0) open.length = at;
    } else if (DROPPED.has(part.name)) {
      // Only drawings and formulas end with their beginning.
      if (part.isWhole && DRAWN.has(part.name)) continue;
      dropped = part.name;
      depth = 1;
    } else {
      count += 1;
      if (count > MOST_ELEMENTS) return null;
      const made = elementOf(inert, part);
      parent.append(made);
      if (!VOID.has(part.name) && open.length < MOST_DEPTH) open.push(made);
    }
  }
  return root;
}

/** `<b>` that is not bold stands as a span and ends as what it was. */
const isRenamed = (element: HTMLElement, name: string) =>
  element.localName === 'span' && (name === 'b' || name === 'strong');

function tidy(root: HTMLElement): void {
  for (const box of root.querySelectorAll('li input[data-type="checkbox"]'))
    box.closest('li')?.setAttribute('data-task', box.hasAttribute('data-checked') ? 'x' : '');
  for (const line of root.querySelectorAll('br')) if (line.nextSibling === null) line.remove();
  for (const table of root.querySelectorAll('table')) {
    const rows = [...table.querySelectorAll('tr')].map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => (cell.textContent ?? '').replaceAll(/\s+/g, ' ').trim()),
    );
    const markdown = table.querySelector('table') ? null : tableOf(rows);
    if (markdown === null) continue;
    const source = root.ownerDocument.createElement('pre');
    source.setAttribute('data-table', '');
    source.append(markdown);
    table.replaceWith(source);
  }
}

const WEB = /^(?:https?:\/\/|mailto:)/i;

const address = (element: HTMLElement, name: string) => {
  const found = element.getAttribute(`data-${name}`)?.trim() ?? '';
  return WEB.test(found) ? found : null;
};

const parser = new DOMParser(schema, [
  { tag: '[data-bold]', mark: 'strong', consuming: false },
  { tag: '[data-italic]', mark: 'em', consuming: false },
  { tag: '[data-struck]', mark: 'strike', consuming: false },
  { tag: 'pre[data-table]', node: 'source_block', attrs: { kind: 'Table' }, preserveWhitespace: 'full' },
  {
    tag: 'pre',
    node: 'code_block',
    preserveWhitespace: 'full',
    getAttrs: (element) => {
      const named = element.hasAttribute('data-language') ? element : element.querySelector('[data-language]');
      return { info: named?.getAttribute('data-language') ?? '' };
    },
  },
  { tag: 'p', node: 'paragraph' },
  ...[1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, node: 'heading', attrs: { level } })),
  { tag: 'blockquote', node: 'blockquote' },
  { tag: 'hr', node: 'horizontal_rule' },
  { tag: 'ul', node: 'bullet_list' },
  {
    tag: 'ol',
    node: 'ordered_list',
    getAttrs: (element) => ({ start: Number(/^\d{1,9}$/.exec(element.getAttribute('data-start') ?? '')?.[0] ?? 1) }),
  },
  {
    tag: 'li',
    node: 'list_item',
    getAttrs: (element) => {
      const task = element.getAttribute('data-task');
      return { checked: task === null ? null : task === 'x' };
    },
  },
  { tag: 'br', node: 'hard_break' },
  {
    tag: 'img',
    node: 'image',
    getAttrs: (element) => {
      const src = address(element, 'src');
      return src === null ? false : { src, alt: element.getAttribute('data-alt') ?? '' };
    },
  },
  {
    tag: 'a',
    mark: 'link',
    getAttrs: (element) => {
      const href = address(element, 'href');
      return href === null ? false : { href };
    },
  },
  { tag: 'strong, b', mark: 'strong' },
  { tag: 'em, i', mark: 'em' },
  { tag: 'del, s, strike', mark: 'strike' },
  { tag: 'code, tt, kbd, samp', mark: 'code' },
]);

const FRAGMENT = ['<!--StartFragment-->', '<!--EndFragment-->'] as const;

/** The part that was copied, where the browser or system that copied marks it in the whole page. */
function fragmentOf(html: string): string {
  const start = html.indexOf(FRAGMENT[0]) + FRAGMENT[0].length;
  const end = html.indexOf(FRAGMENT[1], start);
  return start < FRAGMENT[0].length || end === -1 ? html : html.slice(start, end);
}

/** What was copied from a page, with the looks that Markdown has; null where its text says as much. */
export function readHtml(html: string): Node | null {
  // What this editor copied is Markdown already.
  if (html.length > MOST_CHARS || html.includes('data-pm-slice')) return null;
  if (!FORMATTED.test(html) && !FORMATTED_BY_STYLE.test(html)) return null;
  const root = treeOf(fragmentOf(html));
  if (root === null) return null;
  tidy(root);
  const doc = parser.parse(root);
  return doc.textContent === '' && doc.childCount === 1 ? null : doc;
}

import { codeFenceOf, endsCodeFence, quoteFenceEnds, quoteFenceOf } from './quote-fences.ts';

/**
 * What a line of Markdown is. `code`: it stands as it is, in a fence, indented as code, or in HTML and its comments. `begin`:
 * the first line of a paragraph. `text`: a further one. `other`: headings, rules and blank lines.
 */
export type LineKind = 'code' | 'begin' | 'text' | 'other';

/** Lines that are not read: until a fence as long, until an expression is met, or until a blank line. */
type Literal = { fence: string } | { end: RegExp } | 'until-blank';
/** How far the content of an item of a list is indented; 0 for a quotation; of one between fences the line that ends it. */
type Container = number | { until: number };
/**
 * `isFenced`: in a quotation between lines of `>>>`, or one of these. `isNested`: in a quotation, an item of a list or an
 * element of HTML such as `<details>`, also as a line that only goes on with what stands in one.
 */
type BlockLine = { kind: LineKind; isFenced: boolean; isNested: boolean };

const TAB = 4;
/** As deep as texts are rendered. */
const MAX_DEPTH = 100;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^ {0,3}(?:[-+*]|(\d{1,9})[.)])(?: {1,4}(?! |$)| |$)/;
const RULE = /^ {0,3}([-_*])(?: *\1){2,} *$/;
const HEADING = /^ {0,3}#{1,6}(?: |$)/;
const UNDERLINE = /^ {0,3}(?:=+|-+) *$/;
const HTML: readonly [begin: RegExp, end: RegExp][] = [
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<(?:pre|script|style|textarea)(?:[ >]|$)/i, /<\/(?:pre|script|style|textarea)>/i],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<![a-z]/i, />/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
];
const BLOCK_TAG =
  /^ {0,3}<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[ >]|\/>|$)/i;
const TAG = /(\\?)<(\/?)([a-z][a-z\d-]*)(?:[ \t][^<>]*)?>/gi;
/** They have no content, or end by themselves where the next block begins. */
const UNNESTING = new Set(
  'area base basefont br col embed frame hr img input link menuitem meta p param source track wbr'.split(' '),
);
const LONE_TAG = /^ {0,3}(?:<[a-z][a-z\d-]*(?: [^<>]*)?\/?|<\/[a-z][a-z\d-]* *)> *$/i;

/**
 * The lines of a text by its blocks, without rendering it: quotations and lists around them, fences that only their like
 * ends, comments. What must not read code as words asks here: commands, tasks, tables.
 */
export function lineKinds(lines: readonly string[]): LineKind[] {
  return blockLines(lines).map(({ kind }) => kind);
}

/** The same, with what is quoted between fences or stands in another block. */
export function blockLines(lines: readonly string[]): BlockLine[] {
  const containers: Container[] = [];
  const isFenced = () => containers.some(isFence);
  const read = lineReader(lines, containers);
  const elements: string[] = [];
  return lines.map((line, index) => {
    const wasFenced = isFenced();
    const { kind, isHtml } = read(index);
    const isNested = containers.length > 0 || elements.length > 0;
    if (containers.length === 0) followTags(elements, line, kind, isHtml);
    return { kind, isFenced: wasFenced || isFenced(), isNested };
  });
}

/** Which elements of HTML are open behind a line. Within a paragraph only those count that end it. */
function followTags(open: string[], line: string, kind: LineKind, isHtml: boolean): void {
  if ((kind === 'code' && !isHtml) || !line.includes('<')) return;
  const text = isHtml ? line : line.replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
  for (const [tag, escape, slash, written = ''] of text.matchAll(TAG)) {
    const name = written.toLowerCase();
    if (UNNESTING.has(name) || tag.endsWith('/>') || (!isHtml && (escape !== '' || !BLOCK_TAG.test(`<${name}>`))))
      continue;
    if (slash === '') open.push(name);
    else if (open.includes(name)) open.length = open.lastIndexOf(name);
  }
}

/** Reads one line after the other; `containers` are those that are open behind it. */
function lineReader(
  lines: readonly string[],
  containers: Container[],
): (index: number) => { kind: LineKind; isHtml: boolean } {
  let isHtml = false;
  const fenceEnd = fenceEnds(lines, containers);
  let literal: Literal | undefined;
  let isParagraph = false;
  let isEmptyItem = false;
  const kindOf = (index: number): LineKind => {
    isHtml = false;
    const ended = containers.findIndex((container) => isFence(container) && container.until === index);
    if (ended >= 0) {
      containers.length = ended;
      literal = undefined;
      isParagraph = isEmptyItem = false;
      return 'other';
    }
    let [depth, rest] = entered(containers, plain(lines[index]));
    if (literal && depth === containers.length) {
      const isEnd = ends(literal, rest);
      const wasUntilBlank = literal === 'until-blank';
      isHtml = wasUntilBlank;
      if (isEnd) literal = undefined;
      return isEnd && wasUntilBlank ? 'other' : 'code';
    }
    literal = undefined;
    const isInside = depth === containers.length;
    if (!isInside && isParagraph && rest.trim() !== '' && !interrupts(rest)) return 'text';
    // An item that begins with a blank line has no second one.
    if (isEmptyItem && isInside && rest.trim() === '') depth -= 1;
    containers.length = depth;
    isParagraph &&= isInside;
    isEmptyItem = false;
    while (containers.length < MAX_DEPTH) {
      const until = fenceEnd(rest, index);
      const next = until === undefined ? begun(rest, isParagraph) : { container: { until }, rest: '' };
      if (!next) break;
      containers.push(next.container);
      rest = next.rest;
      isParagraph = false;
      if (isFence(next.container)) return 'other';
      isEmptyItem = next.container > 0 && rest === '';
    }
    const wasParagraph = isParagraph;
    isParagraph = false;
    if (rest.trim() === '') return 'other';
    if (/^ {4}/.test(rest) && !wasParagraph) return 'code';
    const opening = opened(rest, wasParagraph);
    if (opening) {
      isHtml = opening === 'until-blank';
      if (!('end' in Object(opening)) || !ends(opening, rest)) literal = opening;
      return 'code';
    }
    if (RULE.test(rest) || HEADING.test(rest) || (wasParagraph && UNDERLINE.test(rest))) return 'other';
    isParagraph = true;
    return wasParagraph ? 'text' : 'begin';
  };
  return (index) => {
    const kind = kindOf(index);
    return { kind, isHtml };
  };
}

/** The line that ends the quotation which begins between fences in this one, within the containers of then. */
function fenceEnds(
  lines: readonly string[],
  containers: readonly Container[],
): (rest: string, index: number) => number | undefined {
  const find = quoteFenceEnds();
  const textOf = (line: number) => {
    const [depth, text] = entered(containers, plain(lines[line]));
    if (depth < containers.length) return null;
    return /^ {4}/.test(text) ? '' : text;
  };
  return (rest, index) => {
    const fence = quoteFenceOf(rest);
    if (!fence) return undefined;
    const to = containers.findLast(isFence)?.until ?? lines.length;
    const name = containers.map((container) => (isFence(container) ? '' : container)).join();
    return find(fence, { from: index + 1, to, name }, textOf);
  };
}

function isFence(container: Container): container is { until: number } {
  return typeof container === 'object';
}

function plain(line = ''): string {
  return withoutTabs(line.replace(/\r$/, ''));
}

/** How many of the containers go on in this line, and what it holds inside of them. */
function entered(containers: readonly Container[], line: string): [depth: number, rest: string] {
  let rest = line;
  for (const [depth, container] of containers.entries()) {
    if (isFence(container)) continue;
    const [mark] = container === 0 ? (QUOTE.exec(rest) ?? []) : [' '.repeat(container)];
    if (container > 0 && rest.trim() === '') rest = '';
    else if (mark !== undefined && rest.startsWith(mark)) rest = rest.slice(mark.length);
    else return [depth, rest];
  }
  return [containers.length, rest];
}

/** The quotation or item that begins here. Not every item may within a paragraph. */
function begun(rest: string, isParagraph: boolean): { container: Container; rest: string } | undefined {
  const [quote] = QUOTE.exec(rest) ?? [];
  if (quote !== undefined) return { container: 0, rest: rest.slice(quote.length) };
  const item = RULE.test(rest) ? null : ITEM.exec(rest);
  if (!item) return undefined;
  const content = rest.slice(item[0].length);
  const isBlank = content.trim() === '';
  if (isParagraph && (isBlank || (item[1] !== undefined && Number(item[1]) !== 1))) return undefined;
  return { container: isBlank ? item[0].trimEnd().length + 1 : item[0].length, rest: isBlank ? '' : content };
}

function opened(rest: string, isParagraph: boolean): Literal | undefined {
  const fence = codeFenceOf(rest);
  if (fence !== undefined) return { fence };
  const [, end] = HTML.find(([begin]) => begin.test(rest)) ?? [];
  if (end) return { end };
  return BLOCK_TAG.test(rest) || (!isParagraph && LONE_TAG.test(rest)) ? 'until-blank' : undefined;
}

function ends(literal: Literal, rest: string): boolean {
  if (literal === 'until-blank') return rest.trim() === '';
  if ('end' in literal) return literal.end.test(rest);
  return endsCodeFence(rest, literal.fence);
}

/** Ends a paragraph that stands further in; all else would go on with it. */
function interrupts(rest: string): boolean {
  return HEADING.test(rest) || RULE.test(rest) || begun(rest, false) !== undefined || opened(rest, true) !== undefined;
}

function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let column = 0;
  return line
    .split('\t')
    .map((part, index, parts) => {
      column += part.length;
      const room = index < parts.length - 1 ? TAB - (column % TAB) : 0;
      column += room;
      return part + ' '.repeat(room);
    })
    .join('');
}

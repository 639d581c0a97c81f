import type { Node } from 'prosemirror-model';
import { readMarkdown, type References } from './read-markdown.ts';
import { loosened } from './loosened.ts';
import { type Escaping, writeInline } from './write-inline.ts';

/** One way of writing a block; the first that is read as what was meant is taken. */
type Way = {
  escaping: Escaping;
  emphasis: string | null;
  /** Items of a list as they were written, where they have not been changed. */
  itemSource: ((item: Node) => string | undefined) | null;
};

/** What an item looked like, with the line ends behind it. */
export type ItemSource = (item: Node) => string | undefined;

const indent = (text: string, by: string) => text.replaceAll(/^(?=[^\n])/gm, by);

function fenceFor(node: Node): string {
  const written = String(node.attrs['fence']) || '```';
  const sign = written.charAt(0);
  const runs = node.textContent.match(sign === '~' ? /~+/g : /`+/g) ?? [];
  const longest = Math.max(0, ...runs.map((run) => run.length));
  return sign.repeat(Math.max(written.length, longest >= 3 ? longest + 1 : 3));
}

function writeCode(node: Node): string {
  const text = node.textContent;
  const isIndented = node.attrs['fence'] === '' && text.trim() !== '' && !/^\s*\n|\n\s*$/.test(text);
  if (isIndented) return indent(text, '    ');
  const fence = fenceFor(node);
  return `${fence}${String(node.attrs['info'])}\n${text === '' ? '' : `${text}\n`}${fence}`;
}

function writeHeading(node: Node, way: Way): string {
  const text = writeInline(node, way.escaping, way.emphasis);
  const level = Number(node.attrs['level']);
  const isUnderlined = level <= 2 && text !== '' && (node.attrs['isUnderlined'] === true || text.includes('\n'));
  if (isUnderlined) return `${text}\n${(level === 1 ? '=' : '-').repeat(Math.max(3, text.length))}`;
  return `${'#'.repeat(level)} ${text.replaceAll(/\\?\n/g, ' ')}`.trimEnd();
}

function writeItem(item: Node, lead: string, isTight: boolean, way: Way): string {
  const { checked } = item.attrs as { checked: boolean | null };
  const box = checked === null ? '' : `[${checked ? 'x' : ' '}] `;
  const text = box + writeBlocks(childrenOf(item), isTight ? '\n' : '\n\n', way);
  return text === '' ? lead.trimEnd() : lead + indent(text, ' '.repeat(lead.length)).slice(lead.length);
}

function writeList(list: Node, way: Way): string {
  const { isTight, marker } = list.attrs as { isTight: boolean; marker: string };
  const start = list.type.name === 'ordered_list' ? Number(list.attrs['start']) : null;
  const items = childrenOf(list);
  return items
    .map((item, index) => {
      const lead = start === null ? `${marker} ` : `${start + index}${marker} `;
      const isLast = index === items.length - 1;
      const written = way.itemSource?.(item);
      const between = isTight ? '\n' : '\n\n';
      if (written === undefined) return writeItem(item, lead, isTight, way) + (isLast ? '' : between);
      if (isLast) return written.trimEnd();
      return written.endsWith('\n') ? written : written + between;
    })
    .join('');
}

function writeOne(node: Node, way: Way): string {
  switch (node.type.name) {
    case 'paragraph':
      return writeInline(node, way.escaping, way.emphasis);
    case 'heading':
      return writeHeading(node, way);
    case 'blockquote':
      return writeBlocks(childrenOf(node), '\n\n', way)
        .replaceAll(/^(?=.)/gm, '> ')
        .replaceAll(/^$/gm, '>');
    case 'horizontal_rule':
      return String(node.attrs['markup']);
    case 'code_block':
      return writeCode(node);
    case 'bullet_list':
    case 'ordered_list':
      return writeList(node, way);
    default:
      return node.textContent;
  }
}

export function childrenOf(node: Node): Node[] {
  const found: Node[] = [];
  node.forEach((child) => found.push(child));
  return found;
}

function writeBlocks(blocks: readonly Node[], between: string, way: Way): string {
  return blocks.map((block) => writeOne(block, { ...way, itemSource: null })).join(between);
}

/** Whether a text is read as exactly these blocks. */
export function isReadAs(text: string, wanted: readonly Node[], references: References): boolean {
  const { blocks } = readMarkdown(text, references);
  return blocks.length === wanted.length && blocks.every(({ node }, index) => wanted[index]?.eq(node) === true);
}

/**
 * A changed block as Markdown: as plainly as it can be written and still be read as the same. A tight list that holds what has
 * to stand apart is written as a loose one.
 */
export function writeBlock(node: Node, itemSource: ItemSource, references: References): string {
  const isList = node.type.name.endsWith('_list');
  const ways: Way[] = (['none', 'usual', 'all'] as const).flatMap((escaping) =>
    [null, '*', '_'].map((emphasis) => ({ escaping, emphasis, itemSource: null })),
  );
  if (isList) ways.unshift(...ways.slice(0, 6).map((way) => ({ ...way, itemSource })));
  const loose = loosened(node);
  for (const meant of loose === node ? [node] : [node, loose]) {
    for (const way of ways) {
      const text = writeOne(meant, way);
      if (isReadAs(text, [meant], references)) return text;
    }
  }
  // Nothing is read as exactly this, such as spaces at the end of a line: what comes nearest.
  return writeOne(loose, { escaping: 'usual', emphasis: null, itemSource: null });
}

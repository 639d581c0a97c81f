import MarkdownIt, { type Token } from 'markdown-it';
import type { Mark, Node } from 'prosemirror-model';
import { schema } from './schema.ts';

/** A block of the Markdown: what it is, how it stands there, and the empty lines behind it. */
export type SourceBlock = { node: Node; source: string; gap: string };

const md = new MarkdownIt({ html: true });
// Addresses stay as they are written.
md.normalizeLink = (url) => url;
md.normalizeLinkText = (text) => text;

const { nodes, marks } = schema;

/** Something that cannot be edited as it looks. */
class Unfit extends Error {}

const MARKS: Record<string, (token: Token) => Mark> = {
  em: (token) => marks.em.create({ markup: token.markup }),
  strong: (token) => marks.strong.create({ markup: token.markup }),
  s: () => marks.strike.create(),
  link: (token) =>
    marks.link.create({
      href: token.attrGet('href') ?? '',
      title: token.attrGet('title') ?? '',
      isBare: token.markup === 'autolink',
    }),
};

function leafOf(token: Token, active: readonly Mark[]): Node | null {
  const text = (content: string, mark?: Mark) =>
    content === '' ? null : schema.text(content, mark ? mark.addToSet(active) : active);
  switch (token.type) {
    case 'text':
      return text(token.content);
    case 'code_inline':
      return text(token.content, marks.code.create());
    case 'html_inline':
      return text(token.content, marks.raw.create());
    case 'softbreak':
      return nodes.soft_break.create(null, null, active);
    case 'hardbreak':
      return nodes.hard_break.create(null, null, active);
    case 'image': {
      const title = token.attrGet('title') ?? '';
      return nodes.image.create({ src: token.attrGet('src') ?? '', alt: token.content, title }, null, active);
    }
    default:
      throw new Unfit(token.type);
  }
}

function inlineOf(tokens: readonly Token[]): Node[] {
  const found: Node[] = [];
  let active: readonly Mark[] = [];
  for (const token of tokens) {
    const name = token.type.replace(/_(?:open|close)$/, '');
    if (token.nesting === 0) {
      const leaf = leafOf(token, active);
      if (leaf) found.push(leaf);
    } else if (token.nesting === 1) {
      const mark = MARKS[name]?.(token);
      if (!mark) throw new Unfit(token.type);
      active = mark.addToSet(active);
    } else {
      active = active.filter((mark) => mark.type.name !== (name === 's' ? 'strike' : name));
    }
  }
  return found;
}

/** Tokens between the one at `from` and the one that closes it. */
function insideOf(tokens: readonly Token[], from: number): Token[] {
  return tokens.slice(from + 1, endOf(tokens, from));
}

/** Of the token that closes the one at `from`; of itself when it stands alone. */
function endOf(tokens: readonly Token[], from: number): number {
  const level = tokens[from]?.level;
  if (tokens[from]?.nesting !== 1) return from;
  return tokens.findIndex((token, index) => index > from && token.level === level);
}

function childrenOf(tokens: readonly Token[], from: number): Node[] {
  const inside = insideOf(tokens, from);
  const found: Node[] = [];
  for (let at = 0; at < inside.length; at = endOf(inside, at) + 1) found.push(blockOf(inside, at));
  return found.length > 0 ? found : [nodes.paragraph.create()];
}

const CHECKED = /^\[([ xX])\](?:\s+|$)/;

/** A task begins with its box. */
function itemOf(children: Node[]): Node {
  const [first, ...rest] = children;
  const match = first?.type === nodes.paragraph ? CHECKED.exec(first.textContent) : null;
  if (!first || !match || first.firstChild?.isText !== true || first.firstChild.marks.length > 0)
    return nodes.list_item.create(null, children);
  const paragraph = first.copy(first.content.cut(Math.min(match[0].length, first.content.size)));
  return nodes.list_item.create({ checked: match[1] !== ' ' }, [paragraph, ...rest]);
}

function listOf(tokens: readonly Token[], at: number): Node {
  const token = tokens[at];
  const inside = insideOf(tokens, at);
  const items: Node[] = [];
  for (let from = 0; from < inside.length; from = endOf(inside, from) + 1) {
    items.push(itemOf(childrenOf(inside, from)));
  }
  const level = (token?.level ?? 0) + 2;
  const isTight = !inside.some((each) => each.type === 'paragraph_open' && each.level === level && !each.hidden);
  const marker = token?.markup ?? '-';
  return token?.type === 'bullet_list_open'
    ? nodes.bullet_list.create({ marker, isTight }, items)
    : nodes.ordered_list.create({ marker, isTight, start: Number(token?.attrGet('start') ?? 1) }, items);
}

function blockOf(tokens: readonly Token[], at: number): Node {
  const token = tokens[at];
  const code = (fence: string) => {
    const text = token?.content.replace(/\n$/, '') ?? '';
    return nodes.code_block.create({ fence, info: token?.info ?? '' }, text === '' ? null : schema.text(text));
  };
  switch (token?.type) {
    case 'paragraph_open':
      return nodes.paragraph.create(null, inlineOf(tokens[at + 1]?.children ?? []));
    case 'heading_open': {
      const attrs = { level: Number(token.tag.slice(1)), isUnderlined: !token.markup.startsWith('#') };
      return nodes.heading.create(attrs, inlineOf(tokens[at + 1]?.children ?? []));
    }
    case 'blockquote_open':
      return nodes.blockquote.create(null, childrenOf(tokens, at));
    case 'bullet_list_open':
    case 'ordered_list_open':
      return listOf(tokens, at);
    case 'fence':
      return code(token.markup);
    case 'code_block':
      return code('');
    case 'hr':
      return nodes.horizontal_rule.create({ markup: token.markup });
    default:
      throw new Unfit(token?.type);
  }
}

const KINDS: Record<string, string> = { table_open: 'Table', html_block: 'HTML' };

function sourceNode(source: string, kind = 'Markdown'): Node {
  const text = source.replaceAll(/\r\n?/g, '\n');
  return nodes.source_block.create({ kind }, text === '' ? null : schema.text(text));
}

/** Lines with their ends, as the parser counts them. */
function linesOf(source: string): string[] {
  return source.match(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g) ?? [];
}

const isBlank = (line: string | undefined) => line !== undefined && /^[ \t]*[\r\n]*$/.test(line);

/** Where links without an address of their own lead, as a text defines it. */
export type References = Record<string, { title: string; href: string }>;

/** The blocks of a text and the empty lines before the first. Put together again they are the text, byte for byte. */
export function readMarkdown(
  source: string,
  known: References = {},
): { head: string; blocks: SourceBlock[]; references: References } {
  const env = { references: { ...known } };
  const tokens = md.parse(source, env);
  const lines = linesOf(source);
  const blocks: SourceBlock[] = [];
  let line = 0;
  while (line < lines.length && isBlank(lines[line])) line += 1;
  const head = lines.slice(0, line).join('');
  const add = (from: number, to: number, node: (source: string) => Node) => {
    let end = to;
    while (end > from && isBlank(lines[end - 1])) end -= 1;
    let next = end;
    while (next < lines.length && isBlank(lines[next])) next += 1;
    // The end of the last line parts it from what follows.
    const whole = lines.slice(from, end).join('');
    const text = whole.replace(/(?:\r\n?|\n)$/, '');
    if (text !== '') {
      blocks.push({ node: node(text), source: text, gap: whole.slice(text.length) + lines.slice(end, next).join('') });
    }
    line = next;
  };
  for (let at = 0; at < tokens.length; at = endOf(tokens, at) + 1) {
    const token = tokens[at];
    const [from, to] = token?.map ?? [line, line];
    if (from > line) add(line, from, (text) => sourceNode(text));
    if (to > line) add(Math.max(from, line), to, (text) => fitting(tokens, at, text));
  }
  if (line < lines.length) add(line, lines.length, (text) => sourceNode(text));
  const last = blocks.at(-1);
  if (last) last.node = withSpaceBehind(last);
  return { head, blocks, references: env.references };
}

/** Markdown leaves out the space behind the last word: whoever goes on writing there has typed it already. */
function withSpaceBehind({ node, source, gap }: SourceBlock): Node {
  const [space] = /[ \t]+$/.exec(source) ?? [];
  if (space === undefined || gap !== '' || node.type !== nodes.paragraph) return node;
  return node.copy(node.content.addToEnd(schema.text(space)));
}

const HIDDEN_DEFINITION = /^[ \t]*(?:[>*+-]|\d{1,9}[.)])[ \t].*?\[[^\]\n]+\]:/m;

function fitting(tokens: readonly Token[], at: number, source: string): Node {
  try {
    // Where a definition stands inside of something, it would be lost with a change there.
    if (tokens[at]?.nesting === 1 && HIDDEN_DEFINITION.test(source)) throw new Unfit('definition');
    const node = blockOf(tokens, at);
    node.check();
    return node;
  } catch (error) {
    // A combination that the schema does not know stays as it is written.
    if (!(error instanceof Unfit) && !(error instanceof RangeError)) throw error;
    return sourceNode(source, KINDS[tokens[at]?.type ?? '']);
  }
}

/** The items of a list as they are written, each with the line ends behind it. */
export function itemSources({ node, source }: SourceBlock): [Node, string][] {
  if (!node.type.name.endsWith('_list')) return [];
  const tokens = md.parse(source, {});
  const lines = linesOf(source);
  const starts = tokens.filter((token) => token.type === 'list_item_open' && token.level === 1);
  return starts.flatMap((token, index) => {
    const from = token.map?.[0] ?? 0;
    const to = starts[index + 1]?.map?.[0] ?? lines.length;
    const item = node.maybeChild(index);
    return item ? [[item, lines.slice(from, to).join('').replaceAll('\r\n', '\n')] as [Node, string]] : [];
  });
}

/** What stands in one line of Markdown. */
export function readInline(source: string): Node[] {
  const [first] = readMarkdown(source).blocks;
  if (first?.node.type !== nodes.paragraph) return source === '' ? [] : [schema.text(source)];
  const found: Node[] = [];
  first.node.forEach((child) => found.push(child));
  return found;
}

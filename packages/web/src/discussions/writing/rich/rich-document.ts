import type { Node } from 'prosemirror-model';
import { itemSources, readMarkdown, type References, type SourceBlock } from './read-markdown.ts';
import { plainLeaf, schema } from './schema.ts';
import { isReadAs, writeBlock } from './write-block.ts';

/** A block of a document as Markdown, with where it begins in the whole. */
export type Piece = { text: string; from: number; node: Node; position: number };

const EMPTY = new Set(['paragraph', 'heading']);
const isEmpty = (node: Node) => EMPTY.has(node.type.name) && node.content.size === 0;

/**
 * A text as a document. Blocks that nobody has touched are written as they were, byte for byte; only what was changed is
 * written again.
 */
export class RichDocument {
  readonly doc: Node;
  readonly #source: string;
  readonly #head: string;
  readonly #blocks: readonly SourceBlock[];
  readonly #eol: string;
  readonly #references: References;
  readonly #known = new Map<Node, number>();
  readonly #byText: Map<string, number[]>;
  readonly #items = new WeakMap<Node, string>();
  readonly #written = new WeakMap<Node, string>();
  /** What stands behind a block when another follows, where that had to be looked up. */
  readonly #gaps = new WeakMap<Node, { next: Node; gap: string }>();

  constructor(source: string) {
    const { head, blocks, references } = readMarkdown(source);
    this.#source = source;
    this.#references = references;
    this.#head = head;
    this.#blocks = blocks;
    this.#eol = source.includes('\r\n') ? '\r\n' : '\n';
    blocks.forEach((block, index) => this.#known.set(block.node, index));
    for (const block of blocks) for (const [item, text] of itemSources(block)) this.#items.set(item, text);
    this.#byText = Map.groupBy(blocks.keys(), (index) => blocks[index]?.node.textContent ?? '');
    const nodes = blocks.map((block) => block.node);
    this.doc = schema.nodes.doc.create(null, nodes.length > 0 ? nodes : [schema.nodes.paragraph.create()]);
  }

  /** The whole as Markdown. */
  write(doc: Node): string {
    if (doc === this.doc || doc.eq(this.doc)) return this.#source;
    const pieces = this.pieces(doc);
    if (pieces.length === 0) return '';
    let text = '';
    for (const piece of pieces) text += piece.before + piece.text;
    return text + (this.#blocks.at(-1)?.gap ?? '');
  }

  /** The blocks of a document with their places in its Markdown. Empty paragraphs and headings have none. */
  pieces(doc: Node): (Piece & { before: string })[] {
    const found: (Piece & { before: string })[] = [];
    let from = 0;
    let lastIndex = -1;
    let before: { node: Node; text: string; index: number | undefined } | undefined;
    doc.forEach((node, position) => {
      const index = this.#indexOf(node, lastIndex);
      if (index === undefined && isEmpty(node)) return;
      lastIndex = index ?? lastIndex;
      const text = index === undefined ? this.#writeAnew(node) : (this.#blocks[index]?.source ?? '');
      const current = { node, text, index };
      const gap = before ? this.#gapBetween(before, current) : this.#head;
      found.push({ node, text, position, before: gap, from: from + gap.length });
      from += gap.length + text.length;
      before = current;
    });
    return found;
  }

  /** Place in the Markdown of a place in the document: behind the sign before it, or before the sign behind it. */
  offsetOf(doc: Node, position: number, side: 'behind' | 'before' = 'behind'): number {
    const pieces = this.pieces(doc);
    const piece = pieces.findLast((each) => each.position <= position) ?? pieces[0];
    if (!piece) return 0;
    const inside = Math.max(0, Math.min(piece.node.content.size, position - piece.position - 1));
    const before = piece.node.isLeaf ? '' : piece.node.textBetween(0, inside, '', plainLeaf);
    const plain = plainText(piece.node);
    const offset = side === 'behind' || before.length === plain.length ? offsetBehind : offsetBefore;
    return piece.from + offset(piece.text, plain, before.length);
  }

  /** Place in the document of a place in its Markdown. */
  positionOf(doc: Node, offset: number): number {
    const pieces = this.pieces(doc);
    const piece = pieces.findLast((each) => each.from <= offset) ?? pieces[0];
    if (!piece) return 1;
    const count = countBefore(piece.text, plainText(piece.node), offset - piece.from);
    return piece.position + 1 + positionBehind(piece.node, count);
  }

  /** Which of the blocks a node is: the same object, or the next one that says the same. */
  #indexOf(node: Node, after: number): number | undefined {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const same = this.#byText.get(node.textContent)?.filter((index) => this.#blocks[index]?.node.eq(node)) ?? [];
    return same.find((index) => index > after) ?? same.at(-1);
  }

  #writeAnew(node: Node): string {
    const known = this.#written.get(node);
    if (known !== undefined) return known;
    const text = writeBlock(node, (item) => this.#items.get(item), this.#references).replaceAll('\n', this.#eol);
    this.#written.set(node, text);
    return text;
  }

  #gapBetween(
    before: { node: Node; text: string; index: number | undefined },
    after: { node: Node; text: string; index: number | undefined },
  ): string {
    const { index } = before;
    if (index !== undefined && index + 1 === after.index) return this.#blocks[index]?.gap ?? '';
    const known = this.#gaps.get(before.node);
    if (known?.next === after.node) return known.gap;
    const written = index !== undefined ? this.#blocks[index] : this.#blocks[(after.index ?? 0) - 1];
    const gap = this.#safeGap(before, after, written?.gap ?? '');
    this.#gaps.set(before.node, { next: after.node, gap });
    return gap;
  }

  /** An empty line parts any two blocks; less only where it was so and still does. */
  #safeGap(before: { node: Node; text: string }, after: { node: Node; text: string }, written: string): string {
    if (/\n[ \t]*\r?\n/.test(written)) return written;
    const isEnough =
      written !== '' && isReadAs(before.text + written + after.text, [before.node, after.node], this.#references);
    return isEnough ? written : this.#eol + this.#eol;
  }
}

function plainText(node: Node): string {
  return node.isLeaf ? '' : node.textBetween(0, node.content.size, '', plainLeaf);
}

/**
 * The words of a block stand in its Markdown in their order, with signs between them. Behind how many signs do the first
 * `count` end? Before the first word it is where that begins.
 */
export function offsetBehind(source: string, plain: string, count: number): number {
  let found = 0;
  for (let at = 0; at < source.length; at += 1) {
    if (found === count && (count > 0 || source[at] === plain[0])) return at;
    if (source[at] === plain[found]) found += 1;
  }
  return source.length;
}

/** Where the sign stands that follows the first `count` of them. */
export function offsetBefore(source: string, plain: string, count: number): number {
  return offsetBehind(source, plain, count + 1) - 1;
}

/** How many signs of the words stand before a place of the Markdown. */
export function countBefore(source: string, plain: string, offset: number): number {
  let found = 0;
  for (let at = 0; at < Math.min(offset, source.length); at += 1) if (source[at] === plain[found]) found += 1;
  return found;
}

/** Where in a block its first `count` signs end. */
function positionBehind(block: Node, count: number): number {
  if (block.isLeaf) return 0;
  let left = count;
  let position: number | null = null;
  block.descendants((node, at) => {
    if (position !== null) return false;
    if (!node.isInline) {
      // Nothing to count before the first field for text.
      if (left === 0 && node.isTextblock) position = at + 1;
      return position === null;
    }
    const size = node.isText ? node.nodeSize : plainLeaf(node).length;
    if (size >= left && size > 0) position = at + left;
    left -= size;
    return false;
  });
  if (count === 0 && block.isTextblock) return 0;
  return position ?? Math.max(0, block.content.size - 1);
}

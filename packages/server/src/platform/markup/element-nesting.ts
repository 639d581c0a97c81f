/** Elements that may stand only directly in certain others. */
const PARENTS: Record<string, readonly string[]> = {
  li: ['ul', 'ol'],
  dt: ['dl'],
  dd: ['dl'],
  caption: ['table'],
  thead: ['table'],
  tbody: ['table'],
  tfoot: ['table'],
  tr: ['table', 'thead', 'tbody', 'tfoot'],
  td: ['tr'],
  th: ['tr'],
};
/** One directly in another ends it, and the second end tag would close what stands around. */
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const TABLE_PARTS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr']);

type Open = { parent: string; isInLink: boolean };

/**
 * Follows which elements are open while a text is sanitised, and refuses those that a browser would move. An item
 * outside a list, for example, closes other elements, whose own end tags then close those of the page around the text.
 */
export class ElementNesting {
  /** One entry for each open tag: what its children stand in. Tags that are not kept pass on their own surroundings. */
  readonly #open: Open[] = [{ parent: '', isInLink: false }];

  open(): void {
    this.#open.push(this.#at(-1));
  }

  close(): void {
    if (this.#open.length > 1) this.#open.pop();
  }

  /** Whether the tag that was opened last may stand here as this element; if so its children stand in it. */
  keep(name: string): boolean {
    const { parent, isInLink } = this.#at(-2);
    const isAllowed = PARENTS[name]?.includes(parent) ?? !TABLE_PARTS.has(parent);
    const isDoubleHeading = HEADINGS.has(name) && HEADINGS.has(parent);
    if (!isAllowed || isDoubleHeading || (name === 'a' && isInLink)) return false;
    this.#open[this.#open.length - 1] = { parent: name, isInLink: isInLink || name === 'a' };
    return true;
  }

  #at(index: -1 | -2): Open {
    return this.#open.at(index) ?? { parent: '', isInLink: false };
  }
}

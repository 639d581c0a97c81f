import { type DOMOutputSpec, Schema } from 'prosemirror-model';

/**
 * What can be edited as it looks. Attributes such as `markup` and `marker` remember how something was written, so that
 * it is written so again. All other Markdown stands in a `source_block`.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', { dir: 'auto' }, 0] },
    heading: {
      attrs: { level: { default: 1 }, isUnderlined: { default: false } },
      content: 'inline*',
      group: 'block',
      defining: true,
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: (node): DOMOutputSpec => [`h${String(node.attrs['level'])}`, { dir: 'auto' }, 0],
    },
    blockquote: {
      content: 'block+',
      group: 'block',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    horizontal_rule: {
      attrs: { markup: { default: '---' } },
      group: 'block',
      parseDOM: [{ tag: 'hr' }],
      toDOM: () => ['hr'],
    },
    code_block: {
      /** No fence: indented. */
      attrs: { fence: { default: '```' }, info: { default: '' } },
      content: 'text*',
      marks: '',
      group: 'block',
      code: true,
      defining: true,
      parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
      toDOM: (node) => ['pre', { 'data-info': String(node.attrs['info']), spellcheck: 'false' }, ['code', 0]],
    },
    bullet_list: {
      attrs: { marker: { default: '-' }, isTight: { default: true } },
      content: 'list_item+',
      group: 'block',
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => ['ul', 0],
    },
    ordered_list: {
      attrs: { start: { default: 1 }, marker: { default: '.' }, isTight: { default: true } },
      content: 'list_item+',
      group: 'block',
      parseDOM: [{ tag: 'ol' }],
      toDOM: (node) => ['ol', { start: String(node.attrs['start']) }, 0],
    },
    list_item: {
      /** Null: no task. */
      attrs: { checked: { default: null } },
      content: 'block+',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: (node) => ['li', { class: node.attrs['checked'] === null ? '' : 'rich-task' }, 0],
    },
    source_block: {
      attrs: { kind: { default: 'Markdown' } },
      content: 'text*',
      marks: '',
      group: 'block',
      code: true,
      defining: true,
      toDOM: (node) => [
        'pre',
        { class: 'rich-source', 'data-kind': String(node.attrs['kind']), spellcheck: 'false' },
        0,
      ],
    },
    text: { group: 'inline' },
    image: {
      inline: true,
      group: 'inline',
      attrs: { src: {}, alt: { default: '' }, title: { default: '' } },
      toDOM: (node) => ['span', { class: 'rich-image' }, String(node.attrs['alt'])],
    },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
    /** The end of a line of the Markdown; shown as the space that it is. */
    soft_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      toDOM: () => ['span', { class: 'rich-soft' }, ' '],
    },
  },
  marks: {
    link: {
      attrs: { href: {}, title: { default: '' }, isBare: { default: false } },
      inclusive: false,
      toDOM: (mark) => ['a', { href: String(mark.attrs['href']), tabindex: '-1' }, 0],
    },
    strong: {
      attrs: { markup: { default: '**' } },
      parseDOM: [{ tag: 'strong' }, { tag: 'b' }],
      toDOM: () => ['strong', 0],
    },
    em: {
      attrs: { markup: { default: '_' } },
      parseDOM: [{ tag: 'em' }, { tag: 'i' }],
      toDOM: () => ['em', 0],
    },
    strike: { parseDOM: [{ tag: 'del' }, { tag: 's' }], toDOM: () => ['del', 0] },
    /** Inline HTML, kept as it is written. */
    raw: { inclusive: false, toDOM: () => ['span', { class: 'rich-raw' }, 0] },
    code: { inclusive: false, parseDOM: [{ tag: 'code' }], toDOM: () => ['code', { spellcheck: 'false' }, 0] },
  },
});

/** Breaks count as one sign, so that places in the text and in the document can be told from each other. */
export const plainLeaf = (node: { type: { name: string } }): string => (node.type.name.endsWith('_break') ? '\n' : '');

import { createRequire } from 'node:module';
import type { Node } from 'prosemirror-model';
import { EditorState, type Transaction } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { countBefore, offsetBehind, RichDocument } from './rich-document.ts';
import { readMarkdown } from './read-markdown.ts';
import { schema } from './schema.ts';

type Example = { markdown: string; number: number };
const { tests }: { tests: Example[] } = createRequire(import.meta.url)('commonmark-spec');
const corpus = tests.map((example) => example.markdown.replaceAll('→', '\t'));

/** What GFM and we add, and what users write by hand. */
const GFM = [
  '| a | b |\n| --- | :-: |\n| 1 | ~~2~~ |\n\nafter',
  '- [ ] open\n- [x] done\n  - [ ] below\n\n1. one\n1. one again\n7) other\n',
  'See @ann_b_c, #12, !3, ~bug, ~"two words", %v1.0 and :smile: at https://example.com/a_b_c?x=1&y=2.',
  '> [!NOTE]\n> Mind the gap\n\n>>>\nquoted\n>>>\n',
  'Text[^1] with a note.\n\n[^1]: The note.\n\n    Goes on.\n',
  '<details>\n<summary>More</summary>\n\nInside *there*\n\n</details>\n',
  '```suggestion:-0+2\nlet a = 1;\n```\n\n~~~~\n~~~\n~~~~',
  '$`a_b`$ and $$\nx^2\n$$\n',
  'a\r\nb\r\n\r\n* one\r\n* two\r\n',
  'Line one  \nline two\\\nline three\n\n\n\n***\n___\n- - -\n',
  '\n\n   indented start\n\ttab\n\n    code\n\n\n        deeper\n\nend   \n   ',
  '[a]: http://x "t"\n[b]: <y z>\n\n[a] and [b][] and ![i](p.png "T") <b>raw</b> &amp; \\* `` ` ``',
  '# Head #\nright below\n\nUnder\nline\n===\n\nTwo\n---\n- a\n\n  b\n- c\n',
];

/** Changes the n-th block, as typing at its end does. */
function typeInto(doc: Node, index: number, text: string): Node {
  const state = EditorState.create({ doc });
  let end = 0;
  doc.forEach((node, offset, at) => {
    if (at !== index) return;
    node.descendants((inner, inside) => {
      if (inner.isTextblock) end = offset + 1 + inside + 1 + inner.content.size;
    });
    if (node.isTextblock) end = offset + 1 + node.content.size;
  });
  return state.tr.insertText(text, end).doc;
}

const change = (doc: Node, make: (tr: Transaction) => Transaction) => make(EditorState.create({ doc }).tr).doc;

describe('a text that nobody changes', () => {
  it('is the same, byte for byte, over all of CommonMark and GFM', () => {
    expect(corpus.length).toBeGreaterThan(600);
    for (const source of [...corpus, ...GFM, ...corpus.map((each, at) => `${each}\n\n${corpus.at(-at)}`)]) {
      const rich = new RichDocument(source);
      expect(rich.write(rich.doc)).toBe(source);
      const { head, blocks } = readMarkdown(source);
      expect(head + blocks.map((block) => block.source + block.gap).join('')).toBe(source);
    }
  });

  it('is the same too when every block is looked up by what it says', () => {
    for (const source of [...corpus, ...GFM]) {
      const rich = new RichDocument(source);
      const copy = schema.nodeFromJSON(rich.doc.toJSON());
      const pieces = rich.pieces(copy);
      const text = pieces.map((piece) => piece.before + piece.text).join('');
      expect(source.startsWith(text), source).toBe(true);
      expect(source.slice(text.length).trim()).toBe('');
    }
  });
});

describe('a change in one block', () => {
  it('leaves the bytes of all others alone, over all of CommonMark and GFM', () => {
    let changed = 0;
    for (const source of [...corpus, ...GFM]) {
      const { head, blocks } = readMarkdown(source);
      for (let index = 0; index < Math.min(blocks.length, 4); index += 1) {
        const rich = new RichDocument(source);
        const node = rich.doc.child(index);
        if (node.isLeaf || node.type === schema.nodes.source_block) continue;
        const doc = typeInto(rich.doc, index, 'Zq');
        const written = rich.write(doc);
        const before =
          head +
          blocks
            .slice(0, index)
            .map((block) => block.source)
            .join('§');
        const after = blocks.slice(index + 1).map((block) => block.source);
        for (const part of before.split('§')) expect(written).toContain(part);
        for (const part of after) expect(written, source).toContain(part);
        const first = blocks[index - 1];
        if (first) expect(written.indexOf(first.source)).toBe(source.indexOf(first.source));
        expect(written).toContain('Zq');
        changed += 1;
      }
    }
    expect(changed).toBeGreaterThan(500);
  });

  it('is read again as what was meant, for nearly all of the corpus', () => {
    let wrong = 0;
    let all = 0;
    for (const source of [...corpus, ...GFM]) {
      const rich = new RichDocument(source);
      const index = rich.doc.childCount - 1;
      const node = rich.doc.child(index);
      if (node.isLeaf || node.type === schema.nodes.source_block || rich.doc.childCount > 4) continue;
      const doc = typeInto(rich.doc, index, 'Zq');
      const again = new RichDocument(rich.write(doc)).doc;
      all += 1;
      if (!again.eq(doc)) wrong += 1;
    }
    expect(all).toBeGreaterThan(300);
    expect(wrong / all).toBeLessThan(0.05);
  });

  it('keeps references and names as they are written', () => {
    const source = `${GFM[2]}\n\nUntouched   text *here*  \n`;
    const rich = new RichDocument(source);
    expect(rich.write(typeInto(rich.doc, 0, ' More'))).toBe(`${GFM[2]} More\n\nUntouched   text *here*  \n`);
  });

  it('writes signs that were meant as signs so that they are read so', () => {
    const rich = new RichDocument('one\n\ntwo');
    const write = (text: string) => rich.write(typeInto(rich.doc, 1, text));
    expect(write(' *not bold* # x')).toBe('one\n\ntwo \\*not bold\\* # x');
    expect(write(' a_b <b> 2 * 3')).toBe('one\n\ntwo a_b \\<b> 2 \\* 3');
    expect(rich.write(change(rich.doc, (tr) => tr.insertText('1. ', 6)))).toBe('one\n\n1\\. two');
  });

  it('ticks one task and leaves the other items as they are', () => {
    const rich = new RichDocument('*  [ ]  one\n*  [ ] two __bold__\n   more\n');
    const doc = change(rich.doc, (tr) => tr.setNodeMarkup(1, null, { checked: true }));
    expect(rich.write(doc)).toBe('* [x] one\n*  [ ] two __bold__\n   more\n');
  });

  it('writes a new block in its place, with an empty line around it', () => {
    const rich = new RichDocument('# Head\nright below\n');
    const heading = schema.nodes.heading.create({ level: 2 }, schema.text('New'));
    expect(rich.write(change(rich.doc, (tr) => tr.insert(6, heading)))).toBe('# Head\n## New\nright below\n');
    expect(
      rich.write(change(rich.doc, (tr) => tr.insert(6, schema.nodes.paragraph.create(null, schema.text('x'))))),
    ).toBe('# Head\nx\n\nright below\n');
    expect(rich.write(change(rich.doc, (tr) => tr.delete(0, rich.doc.content.size)))).toBe('');
    // What is left of a heading is none.
    const title = new RichDocument('# Head');
    expect(title.write(change(title.doc, (tr) => tr.delete(1, 5)))).toBe('');
  });

  it('goes on behind the space that was typed last', () => {
    for (const [source, more, written] of [
      ['A ', 'long story', 'A long story'],
      ['First\n\nwith **two**  ', 'words', 'First\n\nwith **two**  words'],
    ] as const) {
      const rich = new RichDocument(source);
      expect(rich.write(typeInto(rich.doc, rich.doc.childCount - 1, more))).toBe(written);
    }
  });

  it('puts spaces outside of bold words', () => {
    const rich = new RichDocument('a word here');
    const doc = change(rich.doc, (tr) => tr.addMark(2, 8, schema.marks.strong.create()));
    expect(rich.write(doc)).toBe('a **word** here');
  });
});

describe('places', () => {
  const source = '# Title\n\n- one **bold** [link](http://x/y) end\n- two\n\n> quote\n';
  it.each(['Title', 'one', 'bold', 'link', 'end', 'two', 'quote'])('of %s in the text and in the document', (word) => {
    const rich = new RichDocument(source);
    const offset = source.indexOf(word) + word.length;
    const position = rich.positionOf(rich.doc, offset);
    expect(rich.doc.textBetween(0, position, '\n')).toMatch(new RegExp(`${word}$`));
    expect(rich.offsetOf(rich.doc, position)).toBe(offset);
  });

  it('before the first word is where that begins', () => {
    expect(offsetBehind('- one', 'one', 0)).toBe(2);
    expect(countBefore('- one', 'one', 2)).toBe(0);
    const rich = new RichDocument('');
    expect(rich.positionOf(rich.doc, 0)).toBe(1);
    expect(rich.offsetOf(rich.doc, 1)).toBe(0);
  });
});

describe('what stands apart in an item of a tight list', () => {
  const { nodes } = schema;
  const words = (text: string) => nodes.paragraph.create(null, schema.text(text));
  const item = (...blocks: Node[]) => nodes.list_item.create(null, blocks);
  const list = (...items: Node[]) => nodes.bullet_list.create(null, items);
  const written = (...blocks: Node[]) => new RichDocument('').write(nodes.doc.create(null, blocks));

  it.each<[string, Node, string]>([
    ['two paragraphs', list(item(words('one'), words('two')), item(words('three'))), '- one\n\n  two\n\n- three'],
    ['a paragraph below a list', list(item(words('a'), list(item(words('b'))), words('c'))), '- a\n\n  - b\n\n  c'],
    [
      'two quotes',
      list(item(...['a', 'b'].map((each) => nodes.blockquote.create(null, words(each))))),
      '- > a\n\n  > b',
    ],
    ['two in a list in a list', list(item(words('a'), list(item(words('b'), words('c'))))), '- a\n  - b\n\n    c'],
  ])('stays apart: %s', (_, node, markdown) => {
    expect(written(node)).toBe(markdown);
    const texts = (doc: Node) => {
      const found: string[] = [];
      doc.descendants((each) => void (each.isTextblock && found.push(each.textContent)));
      return found;
    };
    expect(texts(new RichDocument(markdown).doc)).toEqual(texts(nodes.doc.create(null, node)));
  });

  it('leaves a list tight that holds nothing of the kind, and items that nobody changed as they were', () => {
    expect(written(list(item(words('a'), list(item(words('b')))), item(words('c'))))).toBe('- a\n  - b\n- c');
    const rich = new RichDocument('*  one\n*  two');
    const doc = change(rich.doc, (tr) => tr.insert(rich.doc.content.size - 2, words('more')));
    expect(rich.write(doc)).toBe('*  one\n* two\n\n  more');
  });
});

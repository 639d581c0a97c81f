import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { createCoreParser } from './parser.ts';
import { tagFilter } from './plugins/tag-filter.ts';
import { redactReferences } from './redact-references.ts';
import { RenderState } from './render-state.ts';
import { renderSync } from './render-sync.ts';
import { sanitise } from './sanitise.ts';

type Example = { markdown: string; html: string; section: string; number: number };

const { tests }: { tests: Example[] } = createRequire(import.meta.url)('commonmark-spec');
const additions = examplesOf(readFileSync(new URL('./testing/gfm-extensions.txt', import.meta.url), 'utf8'));
const bySection = (examples: Example[]) => [...Map.groupBy(examples, (example) => example.section)];

/** In the form of the specifications: a fence of 32 backticks, the source, a line with a dot, the HTML. */
function examplesOf(text: string): Example[] {
  const examples: Example[] = [];
  for (const part of text.split(/^## /m).slice(1)) {
    const section = part.slice(0, part.indexOf('\n'));
    for (const [, markdown = '', html = ''] of part.matchAll(/^`{32} example\n(.*?)\n\.\n(.*?)\n`{32}$/gms)) {
      examples.push({ section, markdown, html, number: examples.length + 1 });
    }
  }
  return examples;
}

const sourceOf = ({ markdown }: Example) => markdown.replaceAll('→', '\t');

/** What we write on purpose in another way is white space. */
function normalise(html: string): string {
  return html
    .replaceAll('→', '\t')
    .replace(/<blockquote>\n<\/blockquote>/g, '<blockquote></blockquote>')
    .replace(/ \/>/g, '>')
    .trim();
}

describe('CommonMark 0.31.2', () => {
  const md = createCoreParser().set({ linkify: false });

  it('has the whole specification', () => {
    expect(tests.length).toBeGreaterThanOrEqual(650);
  });

  it.each(bySection(tests))('%s', (_section, examples) => {
    for (const example of examples) {
      const source = sourceOf(example);
      expect(normalise(md.render(source)), `example ${example.number}: ${source}`).toBe(normalise(example.html));
    }
  });
});

describe('GFM 0.29', () => {
  const md = createCoreParser();
  tagFilter(md);

  it.each([
    ['see http://x.org/i: it', 'http://x.org/i'],
    ['_http://x.org/j_ is', 'http://x.org/j'],
    ['http://x.org/k_ is', 'http://x.org/k'],
    ['~~http://x.org/l~~ is', 'http://x.org/l'],
    ['http://x.org/m*. is', 'http://x.org/m'],
    ['(http://x.org/n_(o))', 'http://x.org/n_(o)'],
    ['http://x.org/a)b) is', 'http://x.org/a)b'],
    ['http://x.org/((p is', 'http://x.org/((p'],
    ['http://x.org/q&copy;&reg;. is', 'http://x.org/q'],
    ['http://x.org/?a=1&amp;b=2 is', 'http://x.org/?a=1&amp;b=2'],
    ['http://x.org/r<b', 'http://x.org/r'],
    ['"http://x.org/s"', 'http://x.org/s'],
    ['http://x.org/a:_/ is', 'http://x.org/a:_/'],
    ['www.x.org/p: is', 'http://www.x.org/p'],
    ['www.x.org/t&copy; is', 'http://www.x.org/t'],
    ['www.x.org/?a&amp;b&amp;c~ is', 'http://www.x.org/?a&amp;b&amp;c'],
  ])('%s ends where its address does', (source, href) => {
    expect(/href="([^"]*)"/.exec(md.renderInline(source))?.[1]).toBe(href);
  });

  it('has all that it adds', () => {
    expect(additions).toHaveLength(28);
  });

  // A checkbox knows its place in the text, which only the whole product makes: see below.
  it.each(bySection(additions).filter(([section]) => section !== 'Task list items'))('%s', (_section, examples) => {
    for (const { markdown, html } of examples) expect(normalise(md.render(markdown)), markdown).toBe(normalise(html));
  });

  it.each([
    ['file names are not addresses', 'See README.md and main.rs', '<p>See README.md and main.rs</p>'],
    ['not in links', '[www.a.example](https://b.example)', '<p><a href="https://b.example">www.a.example</a></p>'],
    ['ranges are not struck out', '3~4 or 5~6', '<p>3~4 or 5~6</p>'],
    ['nor is what stands between labels', '~bug and ~docs', '<p>~bug and ~docs</p>'],
    ['tildes of another number', 'No ~mismatch~~', '<p>No ~mismatch~~</p>'],
    ['struck out in strong', '**~a~** ~~*b*~~', '<p><strong><del>a</del></strong> <del><em>b</em></del></p>'],
    [
      'a bracket behind an address',
      '(http://a.example/b), x',
      '<p>(<a href="http://a.example/b">http://a.example/b</a>), x</p>',
    ],
  ])('%s', (_name, source, html) => {
    expect(md.render(source).trim()).toBe(html);
  });
});

const CONTEXT = { linkRoot: '/group/project' };

const FILTERED = 'GFM shows a tag that changes how all behind it is read, and CommonMark hands it on';
const LINKED = 'GFM makes a link of an address without brackets';
const away = 'rel="nofollow noreferrer noopener" target="_blank"';

/** Where the product shows another thing than CommonMark on purpose: why, and what. */
const DIFFERENT: Record<number, [reason: string, html: string]> = {
  170: [
    FILTERED,
    '&lt;script type="text/javascript"&gt;\n// JavaScript example\n\ndocument.getElementById("demo").innerHTML = "Hello JavaScript!";\n&lt;/script&gt;\n<p>okay</p>',
  ],
  171: [FILTERED, '&lt;textarea&gt;\n\n*foo*\n\n_bar_\n\n&lt;/textarea&gt;'],
  172: [FILTERED, '&lt;style\n  type="text/css"&gt;\nh1 {color:red;}\n\np {color:blue;}\n&lt;/style&gt;\n<p>okay</p>'],
  173: [FILTERED, '&lt;style\n  type="text/css"&gt;\n\nfoo'],
  176: [FILTERED, '&lt;style&gt;p{color:red;}&lt;/style&gt;\n<p><em>foo</em></p>'],
  178: [FILTERED, '&lt;script&gt;\nfoo\n&lt;/script&gt;1. *bar*'],
  602: [LINKED, `<p>&lt;<a href="https://foo.bar/baz" ${away}>https://foo.bar/baz</a> bim&gt;</p>`],
  608: [LINKED, `<p>&lt; <a href="https://foo.bar/" ${away}>https://foo.bar</a> &gt;</p>`],
  611: [LINKED, `<p><a href="https://example.com/" ${away}>https://example.com</a></p>`],
  612: [LINKED, '<p><a href="mailto:foo@bar.example.com">foo@bar.example.com</a></p>'],
};

/** Parser, plugins and sanitiser: what the specifications say, as the sanitiser leaves it. */
describe('what users see', () => {
  it.each(bySection(tests))('CommonMark: %s', (_section, examples) => {
    for (const example of examples) {
      const [reason, html] = DIFFERENT[example.number] ?? ['as specified', allowed(example)];
      expect(shown(example), `${reason}, example ${example.number}: ${sourceOf(example)}`).toBe(html);
    }
  });

  it.each(bySection(additions))('GFM: %s', (_section, examples) => {
    for (const example of examples) expect(shown(example), example.markdown).toBe(allowed(example));
  });

  it('differs where it is said to differ', () => {
    const numbers = tests.filter((example) => shown(example) !== allowed(example)).map(({ number }) => number);
    expect(numbers).toEqual(Object.keys(DIFFERENT).map(Number));
  });
});

function shown(example: Example): string {
  return normalise(withoutOurs(redactReferences(renderSync(sourceOf(example), CONTEXT).html, new Map())));
}

/** Only our own checkboxes pass the sanitiser, so here a key stands for one. */
function allowed({ html }: Example): string {
  const keys = html.replace(/<input (checked="" )?disabled="" type="checkbox">/g, '<kbd>$1</kbd>');
  return normalise(withoutOurs(sanitise(keys, CONTEXT, new RenderState('x')))).replaceAll('checked="" ', 'checked');
}

/** What the product adds to an element beside what it says: direction, anchors, colours, places of tasks. */
function withoutOurs(html: string): string {
  return html
    .replace(/ dir="auto"/g, '')
    .replace(/<(h[1-6]) id="user-content-[^"]*"/g, '<$1')
    .replace(/<a class="anchor"[^<>]*><\/a>/g, '')
    .replace(/<pre class="code"(?: data-language="[^"]*")?>/g, '<pre>')
    .replace(/<span class="hl-[a-z]*">([^<]*)<\/span>/g, '$1')
    .replace(/\n?<\/code><\/pre>/g, '</code></pre>')
    .replace(/ class="task-list(?:-item)?"/g, '')
    .replace(
      /<input type="checkbox"[^<>]*? disabled( checked)?[^<>]*>/g,
      (_whole, on) => `<kbd>${on ? 'checked' : ''}</kbd>`,
    );
}

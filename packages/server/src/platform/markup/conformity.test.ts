import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { createCoreParser } from './parser.ts';

type Example = { markdown: string; html: string; section: string; number: number };

const { tests }: { tests: Example[] } = createRequire(import.meta.url)('commonmark-spec');

/** What we write on purpose in another way: `<del>` and `align` are GFM's own choice, the rest is white space. */
function normalise(html: string): string {
  return html
    .replace(/<blockquote>\n<\/blockquote>/g, '<blockquote></blockquote>')
    .replace(/ \/>/g, '>')
    .trim();
}

describe('CommonMark 0.31.2', () => {
  const md = createCoreParser().set({ linkify: false });
  const sections = Map.groupBy(tests, (example) => example.section);

  it('has the whole specification', () => {
    expect(tests.length).toBeGreaterThanOrEqual(650);
  });

  it.each([...sections.keys()])('%s', (section) => {
    for (const example of sections.get(section) ?? []) {
      const source = example.markdown.replaceAll('→', '\t');
      const expected = normalise(example.html.replaceAll('→', '\t'));
      expect(normalise(md.render(source)), `example ${example.number}: ${source}`).toBe(expected);
    }
  });
});

describe('GFM', () => {
  const md = createCoreParser();
  const cases: Array<[name: string, source: string, html: string]> = [
    [
      'table',
      '| foo | bar |\n| --- | --- |\n| baz | bim |',
      '<table>\n<thead>\n<tr>\n<th>foo</th>\n<th>bar</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>baz</td>\n<td>bim</td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      'alignment',
      '| abc | defghi |\n:-: | -----------:\nbar | baz',
      '<table>\n<thead>\n<tr>\n<th align="center">abc</th>\n<th align="right">defghi</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="center">bar</td>\n<td align="right">baz</td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      'pipe in a cell',
      '| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |',
      '<table>\n<thead>\n<tr>\n<th>f|oo</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b <code>|</code> az</td>\n</tr>\n<tr>\n<td>b <strong>|</strong> im</td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      'a block ends the table',
      '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar',
      '<table>\n<thead>\n<tr>\n<th>abc</th>\n<th>def</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>bar</td>\n<td>baz</td>\n</tr>\n</tbody>\n</table>\n<blockquote>\n<p>bar</p>\n</blockquote>',
    ],
    [
      'a line without pipes is a row',
      '| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar',
      '<table>\n<thead>\n<tr>\n<th>abc</th>\n<th>def</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>bar</td>\n<td>baz</td>\n</tr>\n<tr>\n<td>bar</td>\n<td></td>\n</tr>\n</tbody>\n</table>\n<p>bar</p>',
    ],
    ['head and delimiter must match', '| abc | def |\n| --- |\n| bar |', '<p>| abc | def |\n| --- |\n| bar |</p>'],
    [
      'short and long rows',
      '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |',
      '<table>\n<thead>\n<tr>\n<th>abc</th>\n<th>def</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>bar</td>\n<td></td>\n</tr>\n<tr>\n<td>bar</td>\n<td>baz</td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      'head only',
      '| abc | def |\n| --- | --- |',
      '<table>\n<thead>\n<tr>\n<th>abc</th>\n<th>def</th>\n</tr>\n</thead>\n</table>',
    ],
    ['strikethrough', '~~Hi~~ Hello, world!', '<p><del>Hi</del> Hello, world!</p>'],
    [
      'no strikethrough over paragraphs',
      'This ~~has a\n\nnew paragraph~~.',
      '<p>This ~~has a</p>\n<p>new paragraph~~.</p>',
    ],
    ['no strikethrough by three', 'This will ~~~not~~~ strike.', '<p>This will ~~~not~~~ strike.</p>'],
    ['www', 'www.commonmark.org', '<p><a href="http://www.commonmark.org">www.commonmark.org</a></p>'],
    [
      'www with a path',
      'Visit www.commonmark.org/help for more information.',
      '<p>Visit <a href="http://www.commonmark.org/help">www.commonmark.org/help</a> for more information.</p>',
    ],
    [
      'closing punctuation',
      'Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.',
      '<p>Visit <a href="http://www.commonmark.org">www.commonmark.org</a>.</p>\n<p>Visit <a href="http://www.commonmark.org/a.b">www.commonmark.org/a.b</a>.</p>',
    ],
    [
      'brackets',
      '(www.google.com/search?q=Markup+(business))',
      '<p>(<a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a>)</p>',
    ],
    [
      'address ends at <',
      'www.commonmark.org/he<lp',
      '<p><a href="http://www.commonmark.org/he">www.commonmark.org/he</a>&lt;lp</p>',
    ],
    [
      'protocols',
      'http://commonmark.org\n\n(Visit https://encrypted.google.com/search?q=Markup+(business))',
      '<p><a href="http://commonmark.org">http://commonmark.org</a></p>\n<p>(Visit <a href="https://encrypted.google.com/search?q=Markup+(business)">https://encrypted.google.com/search?q=Markup+(business)</a>)</p>',
    ],
    [
      'what closes a bracket outside',
      'www.google.com/search?q=Markup+(business)))\n\n(www.google.com/search?q=Markup+(business)',
      '<p><a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a>))</p>\n<p>(<a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a></p>',
    ],
    [
      'what reads like an entity',
      'www.google.com/search?q=commonmark&hl=en\n\nwww.google.com/search?q=commonmark&hl;',
      '<p><a href="http://www.google.com/search?q=commonmark&amp;hl=en">www.google.com/search?q=commonmark&amp;hl=en</a></p>\n<p><a href="http://www.google.com/search?q=commonmark">www.google.com/search?q=commonmark</a>&amp;hl;</p>',
    ],
    ['people with a protocol', 'mailto:foo@bar.baz', '<p><a href="mailto:foo@bar.baz">mailto:foo@bar.baz</a></p>'],
    [
      'people at the end of a sentence',
      'a.b-c_d@a.b\n\na.b-c_d@a.b.\n\na.b-c_d@a.b-\n\na.b-c_d@a.b_',
      '<p><a href="mailto:a.b-c_d@a.b">a.b-c_d@a.b</a></p>\n<p><a href="mailto:a.b-c_d@a.b">a.b-c_d@a.b</a>.</p>\n<p>a.b-c_d@a.b-</p>\n<p>a.b-c_d@a.b_</p>',
    ],
    ['people', 'foo@bar.baz', '<p><a href="mailto:foo@bar.baz">foo@bar.baz</a></p>'],
    [
      'people with a plus',
      "hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.",
      '<p>hello@mail+xyz.example isn\'t valid, but <a href="mailto:hello+xyz@mail.example">hello+xyz@mail.example</a> is.</p>',
    ],
    ['file names are not addresses', 'See README.md and main.rs', '<p>See README.md and main.rs</p>'],
    ['not in links', '[www.a.example](https://b.example)', '<p><a href="https://b.example">www.a.example</a></p>'],
  ];

  it.each(cases)('%s', (_name, source, html) => {
    expect(md.render(source).trim()).toBe(html);
  });
});

import { describe, expect, it } from 'vitest';
import { renderSync } from './render-sync.ts';

const html = (text: string, basePath?: string): string =>
  renderSync(text, basePath === undefined ? {} : { basePath, linkRoot: '/g/p' }).html.trim();

describe('formulas', () => {
  const inline = (text: string) => `<code class="math" data-math-style="inline">${text}</code>`;
  const display = (text: string) => `<code class="math" data-math-style="display">${text}</code>`;

  it.each([
    ['$`a^2`$', inline('a^2')],
    ['so $a_1 < b$.', `so ${inline('a_1 &lt; b')}.`],
    ['$a$ and $b$', `${inline('a')} and ${inline('b')}`],
    ['$$a + b$$', display('a + b')],
    [String.raw`$\frac{1}{2}$`, inline(String.raw`\frac{1}{2}`)],
    [String.raw`$a \$ b$`, inline(String.raw`a \$ b`)],
    ['$`a`$,$`b`$', `${inline('a')},${inline('b')}`],
    [String.raw`$5 or $6, and $\frac{1$`, `$5 or $6, and ${inline(String.raw`\frac{1`)}`],
    ['*$a*b$*', `<em>${inline('a*b')}</em>`],
  ])('%s', (text, shown) => {
    expect(html(text)).toBe(`<p dir="auto">${shown}</p>`);
  });

  it.each([
    'It costs $5 and $6',
    'from $5-$10',
    'US$20 or US$30',
    '$HOME/$PATH',
    '$ a $',
    'a $ b',
    '$',
    '$$',
    '$$$',
    'a$b$c',
    String.raw`\$a$`,
  ])('%s is text', (text) => {
    expect(html(text)).not.toContain('math');
  });

  it('stand in blocks', () => {
    const block = '<pre class="math" data-math-style="display"><code>a\nb\n</code></pre>';
    expect(html('$$\na\nb\n$$')).toBe(block);
    expect(html('```math\na\nb\n```')).toBe(block);
    expect(html('> text\n> $$\n> a\n> b\n> $$')).toContain(block);
    expect(html('$$\nopen')).not.toContain('math');
  });

  it('hold nothing that the page would read', () => {
    expect(html('$<script>alert(1)</script>$')).toBe(
      `<p dir="auto">${inline('&lt;script&gt;alert(1)&lt;/script&gt;')}</p>`,
    );
    expect(html('<code class="math" data-math-style="display">a</code>')).toBe('<p dir="auto"><code>a</code></p>');
  });
});

describe('blocks', () => {
  it('quotes many lines between fences', () => {
    expect(html('>>>\n# a\n\n- b\n>>>\nafter')).toMatch(
      /^<blockquote dir="auto">\n<h1[^]*<li>b<\/li>\n<\/ul>\n<\/blockquote>\n<p dir="auto">after<\/p>$/,
    );
    expect(html('>>>>\n>>>\na\n>>>\n>>>>').match(/<blockquote/g)).toHaveLength(2);
    expect(html('>>>\n```\n>>>\n```\nb\n>>>')).toContain('<p dir="auto">b</p>\n</blockquote>');
    // Without its end it is what it always was.
    expect(html('>>> a').match(/<blockquote/g)).toHaveLength(3);
  });

  it('makes alerts of them', () => {
    expect(html('>>> [!note] Read *this*\ntext\n>>>')).toBe(
      '<div class="markdown-alert markdown-alert-note" dir="auto">\n' +
        '<p class="markdown-alert-title" dir="auto">Read *this*</p>\n\n<p dir="auto">text</p>\n</div>',
    );
    for (const kind of ['note', 'tip', 'important', 'caution', 'warning']) {
      expect(html(`> [!${kind}]\n> a`)).toContain(`markdown-alert-${kind}`);
    }
  });

  it('lists descriptions', () => {
    expect(html('Fruit\n: apple\n: *orange*\n\nTree\n\n: oak\n  and more\n\nText')).toBe(
      '<dl>\n<dt dir="auto">Fruit</dt>\n<dd dir="auto">apple</dd>\n<dd dir="auto"><em>orange</em></dd>\n' +
        '<dt dir="auto">Tree</dt>\n<dd dir="auto">oak\nand more</dd>\n</dl>\n<p dir="auto">Text</p>',
    );
    expect(html('a\n:b')).not.toContain('<dl');
    expect(html(': a')).not.toContain('<dl');
  });

  it('folds', () => {
    const shown = html('<details>\n<summary>More</summary>\n\n- **a**\n\n</details>');
    expect(shown).toContain('<details>\n<summary>More</summary>');
    expect(shown).toContain('<strong>a</strong>');
  });

  it('shows front matter of files as code, and nowhere else', () => {
    const text = '---\ntitle: a\n---\n\n# b';
    expect(html(text, '')).toMatch(/^<pre class="code" data-language="yaml"><code>[^]*title[^]*<h1/);
    expect(html(text)).not.toContain('<pre');
    expect(html('+++\na = 1\n+++', '')).toContain('data-language="toml"');
    expect(html('---\nopen', '')).not.toContain('<pre');
    expect(html('text\n\n---\na: b\n---', '')).not.toContain('<pre');
  });

  it('lists contents', () => {
    const shown = html('[[_TOC_]]\n\n# One <b>x</b>\n\n## Two & *three*\n\n## Two & *three*\n\n# Four');
    expect(shown).toContain(
      '<ul class="section-nav">\n<li><a href="#user-content-one-x">One x</a>\n<ul class="section-nav">\n' +
        '<li><a href="#user-content-two--three">Two &amp; three</a>\n</li>\n' +
        '<li><a href="#user-content-two--three-1">Two &amp; three</a>\n</li></ul>\n</li>\n' +
        '<li><a href="#user-content-four">Four</a></li></ul>',
    );
    expect(html('[TOC]\n\n# a')).toContain('section-nav');
    expect(html('[TOC]\n\n# a\n\n[TOC]: /x')).not.toContain('section-nav');
    expect(html('a [[_TOC_]]\n\n# a')).not.toContain('section-nav');
    expect(html('[[_TOC_]]')).toBe('');
    expect(html('[TOC]\n\n[TOC]\n\n# a').match(/section-nav/g)).toHaveLength(1);
  });
});

describe('inside lines', () => {
  it.each([
    ['{+ a +}', '<ins class="idiff addition"> a </ins>'],
    ['{- *b* -}', '<del class="idiff deletion"> <em>b</em> </del>'],
    ['[+c+]', '<ins class="idiff addition">c</ins>'],
    ['[-d-]', '<del class="idiff deletion">d</del>'],
    ['{+ a -}', '{+ a -}'],
    ['{++}', '{++}'],
    ['{+ a', '{+ a'],
    [
      '[-a-](https://x.example/)',
      '<a href="https://x.example/" rel="nofollow noreferrer noopener" target="_blank">-a-</a>',
    ],
    ['x<sup>2</sup> H<sub>2</sub>O', 'x<sup>2</sup> H<sub>2</sub>O'],
    ['`{+ a +}`', '<code>{+ a +}</code>'],
    ['`#f00`', '<code>#f00<span class="color-chip" data-color="#f00"></span></code>'],
    [':tada: :no_such:', '🎉 <gl-ref data-kind="emoji" data-ref=":no_such:">:no_such:</gl-ref>'],
    ['At 10:30:45, a:b:c and ::x::', 'At 10:30:45, a:b:c and ::x::'],
    [':tada::x: (:+1:)', '🎉❌ (👍)'],
  ])('%s', (text, shown) => {
    expect(html(text)).toBe(`<p dir="auto">${shown}</p>`);
  });

  it('keeps classes of ours from those who write', () => {
    expect(html('<ins class="idiff addition">a</ins> <ul class="section-nav"><li>b</ul>')).not.toContain('class=');
  });
});

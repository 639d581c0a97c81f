import { afterAll, describe, expect, it } from 'vitest';
import { closeMarkup, type MarkdownContext, redactReferences, renderMarkdown, textThreads } from './index.ts';
import { MAX_INPUT_CHARS } from './limits.ts';
import { isQuick } from './render-markdown.ts';

const FILE: MarkdownContext = { linkRoot: '/group/project', ref: 'main', basePath: 'doc' };

async function html(text: string, context: MarkdownContext = FILE): Promise<string> {
  return redactReferences((await renderMarkdown(text, context)).html, new Map()).trim();
}

afterAll(closeMarkup);

describe('references', () => {
  it('are placeholders that name what was written', async () => {
    const { html: stored, references } = await renderMarkdown(
      'By @ann: see #12+ and group/project!3, ~"two words" & a1b2c3d...b1c2d3e4',
    );
    expect(stored).toContain('<gl-ref data-kind="user" data-ref="@ann">@ann</gl-ref>');
    expect(stored).toContain('<gl-ref data-kind="issue" data-ref="#12" data-format="+">#12+</gl-ref>');
    expect(references.users).toEqual(['ann']);
    expect(references.issues).toEqual([{ kind: 'issue', key: 'issue:#12', iid: 12 }]);
    expect(references.mergeRequests).toEqual([
      { kind: 'merge_request', key: 'merge_request:group/project!3', path: 'group/project', iid: 3 },
    ]);
    expect(references.labels).toEqual([{ kind: 'label', key: 'label:~"two words"', name: 'two words' }]);
    expect(references.commitRanges).toEqual([
      { kind: 'commit_range', key: 'commit_range:a1b2c3d...b1c2d3e4', from: 'a1b2c3d', to: 'b1c2d3e4', dots: '...' },
    ]);
  });

  it('are not looked for in code and links', async () => {
    const { html: stored, references } = await renderMarkdown(
      '`@ann` [#12](x) <a href="/x">!3</a> <code>~bug</code> <https://a.example/#4>\n\n    @bob\n\n```\n#5\n```',
    );
    expect(stored).not.toContain('gl-ref');
    expect(Object.values(references).flat()).toEqual([]);
  });

  it('are not looked for where they are escaped', async () => {
    expect((await renderMarkdown(String.raw`\#12 \@ann`)).html).not.toContain('gl-ref');
  });

  it('beyond the limit stay text', async () => {
    const text = Array.from({ length: 600 }, (_, index) => `#${index + 1}`).join(' ');
    const { html: stored, isTruncated, isPlain, references } = await renderMarkdown(text);
    expect(stored.match(/<gl-ref /g)).toHaveLength(500);
    expect(references.issues).toHaveLength(500);
    expect(stored).toContain(' #501 ');
    expect({ isTruncated, isPlain }).toEqual({ isTruncated: true, isPlain: false });
  });

  it('become links at once when the reader is given', async () => {
    const resolveReference = new Map([['issue:#12', { href: '/group/project/-/issues/12', title: 'Broken "door"' }]]);
    const { html: shown } = await renderMarkdown('#12 #13 #12+', { ...FILE, resolveReference });
    expect(shown).toContain(
      '<a href="/group/project/-/issues/12" class="gfm gfm-issue" data-reference-type="issue" title="Broken &quot;door&quot;">#12</a> #13',
    );
    expect(shown).toContain('>Broken &quot;door&quot; (#12)</a>');
  });
});

describe('blocks', () => {
  it('ticks tasks by place and line', async () => {
    const { html: shown, taskItems } = await renderMarkdown(
      'Intro\n\n1. [ ] one\n   - [x] two\n2. three\n\n> - [X] four',
    );
    expect(taskItems).toEqual([
      { index: 0, line: 3, checked: false, isInapplicable: false },
      { index: 1, line: 4, checked: true, isInapplicable: false },
      { index: 2, line: 7, checked: true, isInapplicable: false },
    ]);
    expect(shown).toContain('<ol class="task-list" dir="auto">\n<li class="task-list-item"><input type="checkbox"');
    expect(shown.match(/ disabled /g)).toHaveLength(3);
    expect(shown.match(/ checked /g)).toHaveLength(2);
    expect(shown).toContain('data-task-index="2" data-task-line="7" aria-label="four" /> four');
  });

  it('crosses out tasks that do not apply any more', async () => {
    const { html: shown, taskItems } = await renderMarkdown('- [~] **print** it\n  - [ ] below');
    expect(taskItems[0]).toEqual({ index: 0, line: 1, checked: false, isInapplicable: true });
    expect(shown).toContain('<li class="task-list-item inapplicable"><input type="checkbox"');
    expect(shown).toContain('disabled data-inapplicable');
    expect(shown).toContain('aria-label="**print** it (not applicable)" />');
    expect(shown).toContain('<s class="inapplicable"> <strong>print</strong> it</s>');
    expect(shown).toContain('<li class="task-list-item"><input');
  });

  it('titles alerts', async () => {
    expect(await html('> [!WARNING]\n> Mind *the* gap')).toBe(
      '<div class="markdown-alert markdown-alert-warning" dir="auto">\n<p class="markdown-alert-title" dir="auto">Warning</p>\n' +
        '<p dir="auto">Mind <em>the</em> gap</p>\n</div>',
    );
    expect(await html('> [!tip] Try <this>\n>\n> - a')).toContain(
      '<p class="markdown-alert-title" dir="auto">Try &lt;this&gt;</p>',
    );
    expect(await html('> [!NOTE]\n> a\n>\n> > [!TIP]\n> > b\n\nafter')).toMatch(
      /alert-note[^]*alert-tip[^]*<\/div>\n<\/div>\n<p dir="auto">after/,
    );
    expect(await html('> [!OTHER]\n> a')).toContain('<blockquote');
    expect(await html('> a [!NOTE]')).toContain('<blockquote');
  });

  it('numbers footnotes and leads back', async () => {
    const shown = await html('One[^a] two[^b] one again[^a].\n\n[^a]: First **note**\n[^b]: Second\n[^c]: Never shown');
    const id = /user-content-fn-([0-9a-f]{8})-1"/.exec(shown)?.[1];
    expect(shown).toContain(`href="#user-content-fn-${id}-1">1</a></sup> two`);
    expect(shown).toContain(`<li id="user-content-fn-${id}-2"><p dir="auto">Second <a class="footnote-backref"`);
    expect(shown).toContain(`href="#user-content-fnref-${id}-1-2"`);
    expect(shown).not.toContain('Never shown');
    const other = await html('One[^a]\n\n[^a]: x');
    expect(other).not.toContain(`fn-${id}-1`);
  });

  it('gives headings ids and links to them', async () => {
    const shown = await html('# Größe & *Form*: v1.0\n\n## A b\n\n## A b\n\n# 12');
    expect([...shown.matchAll(/<h\d id="([^"]*)"/g)].map((match) => match[1])).toEqual([
      'user-content-größe--form-v10',
      'user-content-a-b',
      'user-content-a-b-1',
      'user-content-anchor-12',
    ]);
    expect(shown).toMatch(/<a class="anchor" aria-label="Link to heading 'A b'" href="#user-content-a-b"><\/a><\/h2>/);
  });

  it('folds', async () => {
    expect(await html('<details open>\n<summary>More</summary>\n\n**x**\n\n</details>')).toMatch(
      /<details open>\s*<summary>More<\/summary>\s*<p dir="auto"><strong>x<\/strong><\/p>\s*<\/details>/,
    );
  });

  it('keeps the alignment of cells and of raw blocks', async () => {
    expect(await html('| a |\n|--:|\n| b |')).toContain('<td align="right">b</td>');
    expect(await html('<p align="center"><img src="x.png" width="40"></p>')).toBe(
      '<p align="center"><img src="/group/project/-/raw/main/doc/x.png" alt="" width="40" loading="lazy" /></p>',
    );
  });
});

describe('code', () => {
  it('is coloured by classes', async () => {
    expect(await html('```ts\nconst a = 1;\n```')).toBe(
      '<pre class="code" data-language="ts"><code><span class="hl-keyword">const</span> a = <span class="hl-number">1</span>;\n</code></pre>',
    );
    expect(await html('```no-such-language\n<a>\n```')).toBe(
      '<pre class="code" data-language="no-such-language"><code>&lt;a&gt;\n</code></pre>',
    );
    expect(await html('    <a>')).toBe('<pre class="code"><code>&lt;a&gt;\n</code></pre>');
  });

  it('shows suggestions with their offsets and gives their text', async () => {
    const { html: shown, suggestions } = await renderMarkdown(
      'Try\n\n```suggestion:-1+2\n  a <b>\n\n```\n\n```suggestion\n```\n\n```suggestion\n\n```\n\n```suggestion\nto the end',
    );
    expect(shown).toContain('<pre class="suggestion" data-offsets="-1+2"><code>  a &lt;b&gt;\n\n</code></pre>');
    expect(shown).toContain('<pre class="suggestion" data-offsets="-0+0">');
    expect(suggestions).toEqual([
      { above: 1, below: 2, content: '  a <b>\n\n', line: 3 },
      { above: 0, below: 0, content: '', line: 8 },
      { above: 0, below: 0, content: '\n', line: 11 },
      { above: 0, below: 0, content: 'to the end\n', line: 15 },
    ]);
    expect((await renderMarkdown('```suggestion:-999+0\nx\n```')).suggestions).toEqual([]);
  });

  it('leaves formulas and diagrams as inert text', async () => {
    expect(await html('```mermaid\ngraph TD; a-->b\n```')).toBe(
      '<pre class="mermaid"><code>graph TD; a--&gt;b\n</code></pre>',
    );
    expect(await html('```math\na < b\n```')).toBe(
      '<pre class="math" data-math-style="display"><code>a &lt; b\n</code></pre>',
    );
    expect(await html('so $`a < b`$ holds')).toBe(
      '<p dir="auto">so <code class="math" data-math-style="inline">a &lt; b</code> holds</p>',
    );
  });

  it('shows colours beside their names', async () => {
    for (const color of ['#f00', '#FF0000', '#ff000080', 'rgb(255, 0, 0)', 'rgba(255,0,0,0.5)', 'hsl(0, 100%, 50%)']) {
      expect(await html(`\`${color}\``)).toContain(`<span class="color-chip" data-color="${color}"></span>`);
    }
    expect(await html('`#ff` `red` `rgb(url(x))` `#12345`')).not.toContain('color-chip');
  });

  it('T-076: makes misleading characters visible', async () => {
    expect(await html('`a\u202eb`')).toBe(
      '<p dir="auto"><code>a<span class="bidi-mark" title="U+202E">\u202e</span>b</code></p>',
    );
    expect(await html('```js\nlet a = "\u2066x\u2069"\n```')).toContain(
      '<span class="bidi-mark" title="U+2066">\u2066</span>',
    );
  });
});

describe('text', () => {
  it('replaces emoji names outside code', async () => {
    expect(await html(':tada: :no_such: `:tada:` 10:30:45 :+1::thumbsup:')).toBe(
      '<p dir="auto">🎉 :no_such: <code>:tada:</code> 10:30:45 👍👍</p>',
    );
  });

  it('marks links that lead away', async () => {
    expect(await html('[x](https://a.example/b?c=d&e)')).toBe(
      '<p dir="auto"><a href="https://a.example/b?c=d&amp;e" rel="nofollow noreferrer noopener" target="_blank">x</a></p>',
    );
    expect(await html('[x](https://git.example/g/p)', { ...FILE, instanceUrl: 'https://git.example' })).toBe(
      '<p dir="auto"><a href="https://git.example/g/p">x</a></p>',
    );
  });

  it('T-068: sends outside images through the hook, whatever their address', async () => {
    const asked: string[] = [];
    const imageUrl = (url: string): string | null => {
      asked.push(url);
      return url.includes('bad') ? null : `/-/proxy/${encodeURIComponent(url)}`;
    };
    const shown = await html(
      '![a](https://ä.example/ü.png?a=1&b=2) ![b](https://a.example/bad.png) ![c](c.png) <img src="//a.example/d.png"> ![e](http://a.example/e.png)',
      { ...FILE, imageUrl },
    );
    expect(asked).toEqual([
      'https://xn--4ca.example/%C3%BC.png?a=1&b=2',
      'https://a.example/bad.png',
      'https://a.example/d.png',
    ]);
    expect(shown).not.toMatch(/src="(?!\/)/);
    expect(shown).toContain(
      '<a href="https://a.example/bad.png" rel="nofollow noreferrer noopener" target="_blank">b</a>',
    );
    expect(shown).toContain('src="/group/project/-/raw/main/doc/c.png"');
    expect(shown).toContain('<span>e</span>');
  });

  it('shows at most fifty images', async () => {
    const { html: shown, isTruncated } = await renderMarkdown('![alt](a.png)\n'.repeat(60), FILE);
    expect(shown.match(/<img /g)).toHaveLength(50);
    expect(shown.match(/<span>alt<\/span>/g)).toHaveLength(10);
    expect(isTruncated).toBe(true);
  });
});

describe('budgets', () => {
  it('shows a text that is too long as it is', async () => {
    const { html: shown, isPlain, plainReason } = await renderMarkdown(`*a* <b>${'x'.repeat(MAX_INPUT_CHARS)}`);
    expect({ isPlain, plainReason }).toEqual({ isPlain: true, plainReason: 'too_long' });
    expect(shown).toMatch(
      /^<p class="plain-notice">This text is too long to format\. The beginning .*\.<\/p><pre class="plain-markdown">\*a\* &lt;b&gt;x+…<\/pre>$/,
    );
  });

  it('shows a text whose result is too large as it is', async () => {
    const bomb = `|${' a |'.repeat(2_000)}\n|${'-|'.repeat(2_000)}\n${'|a\n'.repeat(2_000)}`;
    const { html: shown, isPlain, plainReason } = await renderMarkdown(bomb);
    expect({ isPlain, plainReason }).toEqual({ isPlain: true, plainReason: 'too_large' });
    expect(shown.length).toBeLessThan(bomb.length * 2);
  });

  it('renders short and long texts alike', async () => {
    const text = '# A *b* #12 `c`\n\n- [ ] d\n\n';
    const long = text + 'word '.repeat(1_000);
    expect([isQuick(text), isQuick(long)]).toEqual([true, false]);
    const [here, there] = await Promise.all([renderMarkdown(text), renderMarkdown(long)]);
    expect(there.html.startsWith(here.html.slice(0, -1))).toBe(true);
    expect(there.taskItems).toEqual(here.taskItems);
    expect(textThreads()).toBeGreaterThan(0);
    await closeMarkup();
    expect(textThreads()).toBe(0);
    expect((await renderMarkdown(long)).html).toBe(there.html);
  });

  it('renders code in a worker', () => {
    expect(isQuick('```js\nx\n```')).toBe(false);
    expect(isQuick('~~~ js\nx\n~~~')).toBe(false);
    expect(isQuick('[['.repeat(150))).toBe(false);
    expect(isQuick('```\nx\n```')).toBe(true);
  });
});

it('T-068: a text tells no other host who reads it, unless someone decides so', async () => {
  const text = '![a](https://elsewhere.example/a.png) <img src="https://elsewhere.example/b.png"> ![c](c.png)';
  const closed = await renderMarkdown(text, { linkRoot: '/group/project', basePath: '' });
  expect(closed.html).not.toMatch(/<img[^>]*elsewhere\.example/);
  expect(closed.html).toContain('c.png');
  // Who wants to see it can go there.
  const leads = 'rel="nofollow noreferrer noopener" target="_blank"';
  expect(closed.html).toContain(`<a href="https://elsewhere.example/a.png" ${leads}>a</a>`);
  expect(closed.html).toContain(
    `<a href="https://elsewhere.example/b.png" ${leads}>https://elsewhere.example/b.png</a>`,
  );
  const badge = '[![built](https://elsewhere.example/a.png)](/ci) ![later](https://elsewhere.example/b.png)';
  const { html: linked } = await renderMarkdown(badge, { linkRoot: '/group/project', basePath: '' });
  expect(linked).toMatch(/<a href="[^"]*ci">built<\/a> <a href="https:\/\/elsewhere\.example\/b\.png"[^>]*>later<\/a>/);
  const open = await renderMarkdown(text, { imageUrl: (url) => `/-/proxy?url=${encodeURIComponent(url)}` });
  expect(open.html).toContain('/-/proxy?url=https%3A%2F%2Felsewhere.example%2Fa.png');
});

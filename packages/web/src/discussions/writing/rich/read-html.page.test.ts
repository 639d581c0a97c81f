import { describe, expect, it } from 'vitest';
import { readHtml } from './read-html.ts';
import { RichDocument } from './rich-document.ts';

/** As it stands in the text when it is pasted into an empty one. */
function markdownOf(html: string): string | null {
  const doc = readHtml(html);
  return doc && new RichDocument('').write(doc).trim();
}

const copied = (html: string) => `<html><body>\n<!--StartFragment-->${html}<!--EndFragment-->\n</body></html>`;

describe('a page that was copied', () => {
  it.each([
    ['<svg/><b>end</b>', '**end**'],
    ['<math display="x"/>and <i>so</i>', 'and _so_'],
    ['<svg><svg>a</svg>b</svg><b>end</b>', '**end**'],
    ['<svg><path d="M0 0"/><svg/></svg><b>end</b>', '**end**'],
    ['<script>"<script>"</script><b>end</b>', '**end**'],
    ['<b>end</b><!-- never ends', '**end**'],
  ])('%s leaves out no more than what cannot be written', (html, markdown) => {
    expect(markdownOf(copied(html))).toBe(markdown);
  });

  it.each(['<!-- never ends <b>x</b>', 'a<!-- never ends <b>x</b>', '<! <b'])('%s ends where it ends', (html) => {
    expect(markdownOf(html) ?? '').not.toContain('x');
  });

  it.each([
    [
      '<h2>Steps</h2><p>Do <b>this</b> <em>now</em>, <del>not</del> <code>that</code>.</p>',
      '## Steps\n\nDo **this** _now_, ~~not~~ `that`.',
    ],
    ['<p>See <a href="https://a.example/x_y">the page</a>.</p>', 'See [the page](https://a.example/x_y).'],
    ['<ul><li>one<ol start="3"><li>three</li></ol></li><li>two</li></ul>', '- one\n  3. three\n- two'],
    [
      '<ul><li><input type="checkbox" checked=""> done</li><li><input type="checkbox"> open</li></ul>',
      '- [x] done\n- [ ] open',
    ],
    ['<blockquote><p>said</p></blockquote><hr><p>end</p>', '> said\n\n---\n\nend'],
    [
      '<pre class="language-ts"><code>const a = 1;\n  if (a &lt; 2) {}</code></pre>',
      '```ts\nconst a = 1;\n  if (a < 2) {}\n```',
    ],
    [
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1|2</td><td><b>x</b></td></tr></table>',
      '| a | b |\n| --- | --- |\n| 1\\|2 | x |',
    ],
    ['<p>an <img src="https://a.example/p.png" alt="picture"> here</p>', 'an ![picture](https://a.example/p.png) here'],
    [
      '<div><span style="font-weight:700">bold</span> and <span style="font-style: italic">slanted</span></div>',
      '**bold** and _slanted_',
    ],
    ['<b style="font-weight:normal"><p>plain</p><p><b>fat</b></p></b>', 'plain\n\n**fat**'],
    ['<p><b>a</b><br>b<br></p>', '**a**\\\nb'],
    ['<p><i>1*2*3</i> and # no heading</p>', '_1\\*2\\*3_ and # no heading'],
  ])('%s', (html, markdown) => {
    expect(markdownOf(copied(html))).toBe(markdown);
  });

  it('is read as text where its looks say nothing, and where this editor wrote it', () => {
    expect(readHtml('')).toBeNull();
    expect(readHtml('<meta charset="utf-8"><div style="color:red"><span>**as written**</span></div>')).toBeNull();
    expect(readHtml('<p data-pm-slice="0 0 []"><strong>a</strong></p>')).toBeNull();
  });

  it('brings no addresses that do something, nothing that runs, and nothing that is loaded', () => {
    const evil = [
      '<script>alert(1)</script><style>b{}</style>',
      '<p><a href="javascript:alert(1)">a</a> <a href="data:text/html,x">b</a> <img src="x" onerror="alert(1)"></p>',
      '<svg><a href="https://a.example">c</a></svg><iframe src="https://a.example"></iframe><b>end</b>',
    ].join('');
    const markdown = markdownOf(evil);
    expect(markdown).not.toMatch(/alert|javascript|data:|example|onerror/);
    expect(markdown).toContain('**end**');
  });

  it.each([
    ['an open tag', `<b>${'<a "'.repeat(50_000)}`],
    ['deep nesting', '<b>x'.repeat(5_000)],
    ['more than anybody copies', '<b>x'.repeat(90_000)],
    ['comments', `<b>${'<!--'.repeat(50_000)}`],
    ['beginnings of what was copied', `<b>${'<!--StartFragment-->'.repeat(25_000)}`],
    ['one style of many beginnings', `<b style="${'text-decoration'.repeat(30_000)}">x`],
    ['ends without a beginning', `<b>x${'</i>'.repeat(50_000)}`],
  ])('is read in no time: %s', (_, html) => {
    // Of this thread alone: another file runs beside it in the same process.
    const from = process.threadCpuUsage();
    readHtml(html);
    const { user, system } = process.threadCpuUsage(from);
    expect(user + system).toBeLessThan(5_000_000);
  });
});

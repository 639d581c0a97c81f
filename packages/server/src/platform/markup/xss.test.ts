import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { closeMarkup, plainText, redactReferences, type ReferenceMap, renderMarkdown, unescapeHtml } from './index.ts';
import { parseInto } from './testing/parse-html.ts';
import { unsafePartsOf } from './testing/unsafe-parts.ts';
import { xssCorpus } from './testing/xss-corpus.ts';

const CONTEXT = { linkRoot: '/group/project', projectPath: 'group/project', ref: 'main', basePath: 'doc' };

const nothing: ReferenceMap = new Map();

/** Every reference resolves, to values that may try to break out of the template. */
function resolveAll(html: string, target: { href: string; title?: string; text?: string; color?: string }): string {
  const keys = [...html.matchAll(/data-kind="([^"]*)" data-ref="([^"]*)"/g)].map(
    (match) => `${match[1]}:${unescapeHtml(match[2] ?? '')}`,
  );
  return redactReferences(html, new Map(keys.map((key) => [key, target])));
}

function unsafeIn(html: string): string[] {
  const outer = parseInto('section', `<div id="user-content-host">${html}</div><p id="user-content-after">after</p>`);
  const stayed = outer.children.length === 2 && outer.lastElementChild?.textContent === 'after';
  return [...unsafePartsOf(outer.querySelectorAll('*')), ...(stayed ? [] : ['left its container'])];
}

afterAll(closeMarkup);

describe('T-062, T-065: the corpus', () => {
  it('has enough payloads, each with its own name', () => {
    expect(xssCorpus.length).toBeGreaterThanOrEqual(150);
    expect(new Set(xssCorpus.map((payload) => payload.name)).size).toBe(xssCorpus.length);
  });

  it.each(xssCorpus.map((payload) => [payload.name, payload.text] as const))('%s', async (_name, text) => {
    for (const source of [
      text,
      `- [x] ${text}`,
      `> ${text}`,
      `| a |\n|---|\n| ${text} |`,
      `${text}\n\n${text} @ann #1 ~x`,
    ]) {
      const { html, isPlain } = await renderMarkdown(source, CONTEXT);
      expect(isPlain).toBe(false);
      const hidden = redactReferences(html, nothing);
      expect(unsafeIn(hidden)).toEqual([]);
      const shown = resolveAll(html, {
        href: '/x"><script>alert(1)</script>'.replace(/[<>" ]/g, encodeURIComponent),
        title: '"><img src=x onerror=alert(1)>',
        text: '<script>alert(1)</script>',
        color: '#ff0000',
      });
      expect(unsafeIn(shown)).toEqual([]);
      expect(shown).not.toContain('<gl-ref');
    }
  });

  it('would notice: the check sees unsafe HTML', () => {
    const bad = [
      '<script>1</script>',
      '<p onclick="x">x</p>',
      '<a href="javascript:x">x</a>',
      '<a href="//x.example">x</a>',
      '<img src="data:image/png,x">',
      '<p id="location">x</p>',
      '<svg></svg>',
      '<p style="x">x</p>',
      '<div class="fixed">x</div>',
      '</div><b>x</b>',
      '<gl-ref>x</gl-ref>',
    ];
    for (const html of bad) expect(unsafeIn(html), html).not.toEqual([]);
  });

  it('keeps forged placeholders from becoming references', async () => {
    const forged = xssCorpus.filter((payload) => payload.text.startsWith('<gl-ref data-'));
    expect(forged.length).toBeGreaterThan(2);
    for (const { text } of forged) {
      const { html, references } = await renderMarkdown(text.replaceAll('@ann', 'x').replaceAll('@root', 'x'), CONTEXT);
      expect(html).not.toContain('gl-ref');
      expect(references.users).toEqual([]);
    }
  });

  it('never shows the mark of our own elements', async () => {
    for (const { text } of xssCorpus) {
      const { html } = await renderMarkdown(`${text}\n\n- [ ] @ann \`#fff\` [^1]\n\n[^1]: x`, CONTEXT);
      expect(html.replace(/&lt;[^]*?&gt;/g, '')).not.toMatch(/ data-own=/);
    }
  });
});

describe('any text', () => {
  const words =
    '< > " \' ` = / \\ & ; [ ] ( ) ! | - x <b> </b> <img src= onerror= javascript: <!-- --> </gl-ref> data-own= <svg> <style> ' +
    '</style> <math> <table> <td> <p> </p> <div> &lt; &#x3c; [^1] [^1]: ``` $` `$ :tada: https://a.b/ www.a.b #1 @ann \u202e';
  const pieces = fc.constantFrom(
    ...words.split(' ').concat(' ', '\n', '<a ', '<gl-ref ', '~"a b"', '- [ ] ', '> ', '> [!NOTE]', '# '),
  );

  it('gives harmless HTML, whoever reads it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 40 }), async (parts) => {
        const { html } = await renderMarkdown(parts.join(''), CONTEXT);
        expect(unsafeIn(redactReferences(html, nothing))).toEqual([]);
        expect(unsafeIn(resolveAll(html, { href: '/x', title: '"<', text: '<b>' }))).toEqual([]);
      }),
      { numRuns: 1_500 },
    );
  });

  it('as plain text holds no element of ours', async () => {
    for (const { text } of xssCorpus) {
      expect(plainText(text)).not.toContain('gl-ref data-own');
      expect(plainText((await renderMarkdown(text, CONTEXT)).html, { from: 'html' })).not.toMatch(
        /<\/?(?:p|a|span|code|gl-ref)\b[^>]*dir=/,
      );
    }
  });
});

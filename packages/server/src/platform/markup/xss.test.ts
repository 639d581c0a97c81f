import { fc, runs } from '@tributary/contract/testing/properties.ts';
import sanitizeHtml from 'sanitize-html';
import { afterAll, describe, expect, it } from 'vitest';
import {
  closeMarkup,
  plainText,
  redactReferences,
  type MarkdownReferences,
  type ReferenceMap,
  renderMarkdown,
  unescapeHtml,
} from './index.ts';
import { type HtmlNode, parseInto } from './testing/parse-html.ts';
import { unsafePartsOf } from './testing/unsafe-parts.ts';
import { xssCorpus } from './testing/xss-corpus.ts';

const CONTEXT = { linkRoot: '/group/project', projectPath: 'group/project', ref: 'main', basePath: 'doc' };

const nothing: ReferenceMap = new Map();

/** Every reference resolves, to values that may try to break out of the template. */
function resolveAll(html: string, target: { href: string; title?: string; text?: string; color?: string }): string {
  return redactReferences(html, new Map(placeholdersIn(html).map((key) => [key, target])));
}

function placeholdersIn(html: string): string[] {
  return [...html.matchAll(/<gl-ref data-kind="([^"]*)" data-ref="([^"]*)"/g)].map(
    (match) => `${match[1]}:${unescapeHtml(match[2] ?? '')}`,
  );
}

function keysOf({ users: _users, ...others }: MarkdownReferences): string[] {
  return Object.values(others)
    .flat()
    .map((reference) => reference.key);
}

function unsafeIn(html: string): string[] {
  const outer = parseInto('section', `<div id="user-content-host">${html}</div><p id="user-content-after">after</p>`);
  const stayed = outer.children.length === 2 && outer.lastElementChild?.textContent === 'after';
  return [...unsafePartsOf(outer.querySelectorAll('*')), ...(stayed ? [] : ['left its container'])];
}

type Reading = { name: string; attributes: string[] }[];

/** As the standard has it, which every browser follows. */
function readByStandard(html: string): Reading {
  return [...parseInto('section', html).querySelectorAll('*')].map((element: HtmlNode) => ({
    name: element.localName,
    attributes: [...element.attributes].map(({ name, value }) => `${name}=${value}`),
  }));
}

/** As the sanitiser does: tags as they come, without a rule on where they may stand. */
function readTagByTag(html: string): Reading {
  const reading: Reading = [];
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag: (name, attributes) => {
      reading.push({ name, attributes: Object.entries(attributes).map(([key, value]) => `${key}=${value}`) });
    },
  });
  return reading;
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

  it('holds the same elements for whatever reads it, and again after it was written out: browsers cannot differ', async () => {
    // Of elements that stand where they may not only the order differs; rows are put into a body.
    const held = (reading: Reading) =>
      reading
        .filter((each) => each.name !== 'tbody')
        .map((each) => JSON.stringify(each))
        .toSorted();
    for (const { name, text } of xssCorpus) {
      const { html } = await renderMarkdown(text, CONTEXT);
      const shown = resolveAll(html, { href: '/x', title: '"><img src=x onerror=alert(1)>', text: '<b>x</b>' });
      const read = readByStandard(shown);
      expect(held(readTagByTag(shown)), name).toEqual(held(read));
      const written = parseInto('section', shown).innerHTML;
      expect(held(readByStandard(written)), name).toEqual(held(read));
    }
  });

  it('would notice what is read in two ways', () => {
    for (const html of [
      '<svg><style><img src=x onerror=alert(1)></style></svg>',
      '<table><a href="/x">x</a></table><p><p>x</p></p>',
      '<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x>">',
    ]) {
      const read = readByStandard(html);
      const isStable = JSON.stringify(readByStandard(parseInto('section', html).innerHTML)) === JSON.stringify(read);
      expect(JSON.stringify(readTagByTag(html)) === JSON.stringify(read) && isStable, html).toBe(false);
    }
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

  it('keeps tags that were left open from taking the mark of ours', async () => {
    const swallow = "<div>\n<gl-ref data-kind='user' data-ref='@root' x='\n\n'@ann";
    const { html, references } = await renderMarkdown(swallow, CONTEXT);
    expect(references.users).toEqual(['ann']);
    expect(html).not.toContain('@root');
    const { html: styled } = await renderMarkdown("<div class='alert' x='\n\n'@ann", CONTEXT);
    expect(styled).not.toContain('class=');
  });

  it('never shows the mark of our own elements', async () => {
    for (const { text } of xssCorpus) {
      const { html } = await renderMarkdown(`${text}\n\n- [ ] @ann \`#fff\` [^1]\n\n[^1]: x`, CONTEXT);
      expect(html).not.toMatch(/data-own=(?:"|&quot;)?[0-9a-f]{24}/);
      expect(await renderMarkdown(text, CONTEXT)).toEqual(await renderMarkdown(text, CONTEXT));
    }
  });
});

describe('any text', () => {
  const words =
    '< > " \' ` = / \\ & ; [ ] ( ) ! | - x <b> </b> <img src= onerror= javascript: <!-- --> </gl-ref> data-own= <svg> <style> ' +
    '</style> <math> <table> <td> <p> </p> <div> &lt; &#x3c; [^1] [^1]: ``` $` `$ :tada: https://a.b/ www.a.b #1 @ann \u202e';
  const openTags = [
    "<div>\n<gl-ref data-kind='user' data-ref='@root' x='",
    "\n\n'@ann ",
    "<div class='fixed' x='",
    "'`#fff`",
  ];
  const pieces = fc.constantFrom(
    ...words.split(' ').concat(openTags, ' ', '\n', '<a ', '<gl-ref ', '~"a b"', '- [ ] ', '> ', '> [!NOTE]', '# '),
  );

  it('gives harmless HTML, whoever reads it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 40 }), async (parts) => {
        const { html, references } = await renderMarkdown(parts.join(''), CONTEXT);
        const known = new Set([...references.users.map((name) => `user:@${name}`), ...keysOf(references)]);
        // Names of emoji are looked up where they stand.
        const unknown = placeholdersIn(html).filter((key) => !known.has(key) && !/^emoji::[\w+-]+:$/.test(key));
        expect(unknown).toEqual([]);
        expect(unsafeIn(redactReferences(html, nothing))).toEqual([]);
        expect(unsafeIn(resolveAll(html, { href: '/x', title: '"<', text: '<b>' }))).toEqual([]);
      }),
      { numRuns: runs(1_500) },
    );
  });

  it('stays in its container, however its elements are nested', async () => {
    const names =
      'a b i em p div table td th tr tbody thead caption li ul ol dd dt dl h1 h2 pre details summary blockquote ruby rt section';
    const tags = names.split(' ').flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} href=x>`]);
    const parts = fc.constantFrom(
      ...tags.concat('x', ' ', '\n', '\n\n', '#1', '- ', '> ', '[x](/y)', '| a |\n|---|\n| '),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { maxLength: 30 }), async (texts) => {
        const { html } = await renderMarkdown(texts.join(''), CONTEXT);
        expect(unsafeIn(redactReferences(html, nothing))).toEqual([]);
        expect(unsafeIn(resolveAll(html, { href: '/x' }))).toEqual([]);
        const cell = parseInto(
          'section',
          `<table><tr><td>${resolveAll(html, { href: '/x' })}</td><td>after</td></tr></table>`,
        );
        expect(cell.children.length).toBe(1);
        expect(cell.children[0]?.lastElementChild?.children[0]?.lastElementChild?.textContent).toBe('after');
      }),
      { numRuns: runs(2_500) },
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

import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { closeMarkup, renderMarkdown } from './index.ts';
import { MAX_INPUT_CHARS, outputLimit } from './limits.ts';
import { isQuick } from './render-markdown.ts';
import { renderSync } from './render-sync.ts';

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');

/** The full run takes as much as an input may be; an ordinary one a quarter of it, and half of the time. */
const SHARE = process.env['TRIBUTARY_FULL'] === '1' ? 1 : 4;
/** With room for a slow machine. */
const MAX_CPU_MS = 4_000 / Math.sqrt(SHARE);
const part = (whole: number): number => Math.ceil(whole / SHARE);

/** Texts that make careless renderers slow, deep or large. Cut to the limit of the input. */
const BOMBS: Record<string, string> = {
  'nested list': lines(part(1_450), (i) => `${' '.repeat(i)}- a`),
  'nested list in one line': '- '.repeat(part(20_000)) + 'a',
  'backtick runs': Array.from({ length: part(1_448) }, (_, i) => `e${'`'.repeat(i)}`).join(''),
  'open links': '[a]('.repeat(part(20_000)),
  'open links with <': '[a](<b'.repeat(part(20_000)),
  'open images': '![l'.repeat(part(30_000)),
  'open brackets': '['.repeat(part(200_000)),
  'nested brackets': '['.repeat(part(50_000)) + 'a' + ']'.repeat(part(50_000)),
  'reference links': '[a][b]'.repeat(part(50_000)),
  'link titles': '[a](b "'.repeat(part(20_000)),
  'link definitions': lines(part(30_000), (i) => `[a${i}]: b`),
  'stars after a link': `https://a.example/${'*'.repeat(part(60_000))}`,
  'open emphasis': '*a '.repeat(part(60_000)),
  'nested strong': '*'.repeat(part(60_000)) + 'a' + '*'.repeat(part(60_000)),
  'mixed emphasis': '**a *b '.repeat(part(30_000)),
  underscores: 'a_'.repeat(part(100_000)),
  tildes: '~~a '.repeat(part(60_000)),
  quotes: '>'.repeat(part(20_000)) + 'a',
  'quotes with lists': '> - '.repeat(part(20_000)) + 'a',
  'wide table, short rows': `|${' a |'.repeat(part(2_000))}\n|${'-|'.repeat(part(2_000))}\n${'|a\n'.repeat(part(2_000))}`,
  'wide table': `|${' a |'.repeat(part(100_000))}\n|${'-|'.repeat(part(100_000))}\n|a|\n`,
  'open tags': '<a '.repeat(part(100_000)),
  'nested tags': '<b>'.repeat(part(100_000)),
  comments: '<!-- '.repeat(part(50_000)),
  declarations: '<!A '.repeat(part(50_000)),
  attributes: `<a ${'b="c" '.repeat(part(80_000))}>x</a>`,
  'forged references': '<gl-ref>'.repeat(part(80_000)),
  'forged checkboxes': '<input>'.repeat(part(80_000)),
  ampersands: '&'.repeat(part(200_000)),
  footnotes: lines(part(10_000), (i) => `[^${i}]\n\n[^${i}]: x\n`),
  'open footnotes': '[^'.repeat(part(100_000)),
  'one footnote, many mentions': `${'[^1]'.repeat(part(50_000))}\n\n[^1]: x`,
  'nested footnotes': '[^a]: '.repeat(part(20_000)),
  tasks: '- [ ] a\n'.repeat(part(50_000)),
  headings: '# a\n'.repeat(part(50_000)),
  signs: '@a'.repeat(part(200_000)),
  references: 'a#1 '.repeat(part(100_000)),
  commits: 'abcdef1 '.repeat(part(60_000)),
  'long words': 'a1'.repeat(part(300_000)),
  'long paths': `${'a'.repeat(250)}#`.repeat(part(4_000)),
  slashes: 'a/'.repeat(part(300_000)) + '#1',
  colons: ':a'.repeat(part(200_000)),
  emoji: ':tada:'.repeat(part(100_000)),
  people: 'a@'.repeat(part(100_000)),
  dots: 'a.'.repeat(part(100_000)) + '@',
  www: 'www.'.repeat(part(100_000)),
  'brackets behind addresses': 'http://a.example)'.repeat(part(25_000)),
  'chat addresses': 'xmpp:a@b.c/'.repeat(part(40_000)),
  'lone tildes': '~a '.repeat(part(100_000)),
  'mixed tildes': '~a~~b ~~c~'.repeat(part(30_000)),
  protocols: 'http://'.repeat(part(100_000)),
  'brackets in a link': `http://a.example/${'('.repeat(part(50_000))}`,
  'invisible characters': `\`${'\u202e'.repeat(part(50_000))}\``,
  backslashes: '\\'.repeat(part(200_000)),
  spaces: ' '.repeat(part(1_000_000)),
  'line ends': '\n'.repeat(part(500_000)),
  fences: '```js\n'.repeat(part(50_000)),
  operators: `\`\`\`js\n${'a+b;\n'.repeat(part(50_000))}\`\`\``,
  alerts: '> [!NOTE]\n\n'.repeat(part(20_000)),
  formulas: '$`a`$'.repeat(part(50_000)),
  'formulas between dollars': '$a$ '.repeat(part(50_000)),
  'open dollars': '$a '.repeat(part(80_000)),
  'open double dollars': '$$a '.repeat(part(60_000)),
  'dollars in brackets': '[$a]('.repeat(part(40_000)),
  'lines of dollars': '$$\n'.repeat(part(100_000)),
  'dollars in quotes': lines(400, (i) => `${'> '.repeat(i % 90)}$$`),
  'open additions': '{+ a '.repeat(part(60_000)),
  'nested additions': '{+'.repeat(part(60_000)) + 'a' + '+}'.repeat(part(60_000)),
  'nested removals': '[- '.repeat(400) + 'a' + ' -]'.repeat(400),
  'quote fences': lines(part(1_400), (i) => '>'.repeat(3 + i)),
  'quote fences in quotes': lines(part(2_000), (i) => `${'> '.repeat(i % 90)}>>>`),
  'many quote fences': '>>>\na\n\n'.repeat(part(50_000)),
  'quote fences that never end': '>>> [!a]\n\n'.repeat(part(50_000)),
  descriptions: 'a\n: b\n\n'.repeat(part(50_000)),
  terms: 'a\n\n'.repeat(part(50_000)) + ': b',
  'colons in lines': ': a\n'.repeat(part(100_000)),
  contents: '[[_TOC_]]\n\n# a\n\n'.repeat(part(20_000)),
};
const BOMB_CASES = Object.entries(BOMBS).map(([name, text]) => [name, text.slice(0, MAX_INPUT_CHARS)] as const);

afterAll(closeMarkup);

describe('T-070, P-22: texts made to be slow', () => {
  it.each(BOMB_CASES)('%s', async (_name, text) => {
    const before = process.cpuUsage();
    const { html, isPlain, plainReason } = await renderMarkdown(text, { linkRoot: '/group/project' });
    const { user, system } = process.cpuUsage(before);
    // The thread's CPU time and what this one needs to receive the answer.
    expect((user + system) / 1_000).toBeLessThan(MAX_CPU_MS);
    expect(html.length).toBeLessThanOrEqual(isPlain ? text.length * 6 + 200 : outputLimit(text.length));
    if (isPlain) {
      expect(['timeout', 'too_large']).toContain(plainReason);
      const why = plainReason === 'timeout' ? 'takes too long' : 'is too large';
      expect(html.slice(0, 100)).toMatch(new RegExp(`^<p class="plain-notice">This text ${why}`));
    }
    expect(html.match(/<gl-ref /g)?.length ?? 0).toBeLessThanOrEqual(500);
  });

  it('are quick when they are short enough to be rendered at once', async () => {
    const short = BOMB_CASES.map(([name, text]) => [name, text.slice(0, 2_048)] as const);
    for (const [name, text] of short.filter((each) => isQuick(each[1]))) {
      // On a slow machine it takes some tries until what renders is compiled.
      expect(await cpuMsOf(() => renderSync(text, {}), 20, 50), name).toBeLessThan(50);
    }
  });

  it('never nest deeper than the limit', () => {
    for (const text of [
      '<b>'.repeat(500) + 'x',
      '> '.repeat(500) + 'x',
      '- '.repeat(500) + 'x',
      '*'.repeat(999) + 'x' + '*'.repeat(999),
    ]) {
      let depth = 0;
      let deepest = 0;
      for (const [tag] of renderSync(text, {}).html.matchAll(/<\/?[a-z0-9]+/g)) {
        depth += tag.startsWith('</') ? -1 : 1;
        deepest = Math.max(deepest, depth);
      }
      expect(deepest).toBeLessThanOrEqual(100);
    }
  });
});

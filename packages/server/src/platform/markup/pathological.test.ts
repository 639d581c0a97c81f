import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { closeMarkup, renderMarkdown } from './index.ts';
import { MAX_INPUT_CHARS, outputLimit } from './limits.ts';
import { isQuick } from './render-markdown.ts';
import { renderSync } from './render-sync.ts';

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');

/** Texts that make careless renderers slow, deep or large. Cut to the limit of the input. */
const BOMBS: Record<string, string> = {
  'nested list': lines(1_450, (i) => `${' '.repeat(i)}- a`),
  'nested list in one line': '- '.repeat(20_000) + 'a',
  'backtick runs': Array.from({ length: 1_448 }, (_, i) => `e${'`'.repeat(i)}`).join(''),
  'open links': '[a]('.repeat(20_000),
  'open links with <': '[a](<b'.repeat(20_000),
  'open images': '![l'.repeat(30_000),
  'open brackets': '['.repeat(200_000),
  'nested brackets': '['.repeat(50_000) + 'a' + ']'.repeat(50_000),
  'reference links': '[a][b]'.repeat(50_000),
  'link titles': '[a](b "'.repeat(20_000),
  'link definitions': lines(30_000, (i) => `[a${i}]: b`),
  'stars after a link': `https://a.example/${'*'.repeat(60_000)}`,
  'open emphasis': '*a '.repeat(60_000),
  'nested strong': '*'.repeat(60_000) + 'a' + '*'.repeat(60_000),
  'mixed emphasis': '**a *b '.repeat(30_000),
  underscores: 'a_'.repeat(100_000),
  tildes: '~~a '.repeat(60_000),
  quotes: '>'.repeat(20_000) + 'a',
  'quotes with lists': '> - '.repeat(20_000) + 'a',
  'wide table, short rows': `|${' a |'.repeat(2_000)}\n|${'-|'.repeat(2_000)}\n${'|a\n'.repeat(2_000)}`,
  'wide table': `|${' a |'.repeat(100_000)}\n|${'-|'.repeat(100_000)}\n|a|\n`,
  'open tags': '<a '.repeat(100_000),
  'nested tags': '<b>'.repeat(100_000),
  comments: '<!-- '.repeat(50_000),
  declarations: '<!A '.repeat(50_000),
  attributes: `<a ${'b="c" '.repeat(80_000)}>x</a>`,
  'forged references': '<gl-ref>'.repeat(80_000),
  'forged checkboxes': '<input>'.repeat(80_000),
  ampersands: '&'.repeat(200_000),
  footnotes: lines(10_000, (i) => `[^${i}]\n\n[^${i}]: x\n`),
  'open footnotes': '[^'.repeat(100_000),
  'one footnote, many mentions': `${'[^1]'.repeat(50_000)}\n\n[^1]: x`,
  'nested footnotes': '[^a]: '.repeat(20_000),
  tasks: '- [ ] a\n'.repeat(50_000),
  headings: '# a\n'.repeat(50_000),
  signs: '@a'.repeat(200_000),
  references: 'a#1 '.repeat(100_000),
  commits: 'abcdef1 '.repeat(60_000),
  'long words': 'a1'.repeat(300_000),
  'long paths': `${'a'.repeat(250)}#`.repeat(4_000),
  slashes: 'a/'.repeat(300_000) + '#1',
  colons: ':a'.repeat(200_000),
  emoji: ':tada:'.repeat(100_000),
  people: 'a@'.repeat(100_000),
  dots: 'a.'.repeat(100_000) + '@',
  www: 'www.'.repeat(100_000),
  protocols: 'http://'.repeat(100_000),
  'brackets in a link': `http://a.example/${'('.repeat(50_000)}`,
  'invisible characters': `\`${'\u202e'.repeat(50_000)}\``,
  backslashes: '\\'.repeat(200_000),
  spaces: ' '.repeat(1_000_000),
  'line ends': '\n'.repeat(500_000),
  fences: '```js\n'.repeat(50_000),
  operators: `\`\`\`js\n${'a+b;\n'.repeat(50_000)}\`\`\``,
  alerts: '> [!NOTE]\n\n'.repeat(20_000),
  formulas: '$`a`$'.repeat(50_000),
  'formulas between dollars': '$a$ '.repeat(50_000),
  'open dollars': '$a '.repeat(80_000),
  'open double dollars': '$$a '.repeat(60_000),
  'dollars in brackets': '[$a]('.repeat(40_000),
  'lines of dollars': '$$\n'.repeat(100_000),
  'dollars in quotes': lines(400, (i) => `${'> '.repeat(i % 90)}$$`),
  'open additions': '{+ a '.repeat(60_000),
  'nested additions': '{+'.repeat(60_000) + 'a' + '+}'.repeat(60_000),
  'nested removals': '[- '.repeat(400) + 'a' + ' -]'.repeat(400),
  'quote fences': lines(1_400, (i) => '>'.repeat(3 + i)),
  'quote fences in quotes': lines(2_000, (i) => `${'> '.repeat(i % 90)}>>>`),
  'many quote fences': '>>>\na\n\n'.repeat(50_000),
  descriptions: 'a\n: b\n\n'.repeat(50_000),
  terms: 'a\n\n'.repeat(50_000) + ': b',
  'colons in lines': ': a\n'.repeat(100_000),
  contents: '[[_TOC_]]\n\n# a\n\n'.repeat(20_000),
};
const BOMB_CASES = Object.entries(BOMBS).map(([name, text]) => [name, text.slice(0, MAX_INPUT_CHARS)] as const);

afterAll(closeMarkup);

describe('T-070, P-22: texts made to be slow', () => {
  it.each(BOMB_CASES)('%s', async (_name, text) => {
    const before = process.cpuUsage();
    const { html, isPlain, plainReason } = await renderMarkdown(text, { linkRoot: '/group/project' });
    const { user, system } = process.cpuUsage(before);
    // The thread's CPU time and what this one needs to receive the answer, with room for a slow machine.
    expect((user + system) / 1_000).toBeLessThan(4_000);
    expect(html.length).toBeLessThanOrEqual(isPlain ? text.length * 6 + 100 : outputLimit(text.length));
    if (isPlain) expect(['timeout', 'too_large']).toContain(plainReason);
    expect(html.match(/<gl-ref /g)?.length ?? 0).toBeLessThanOrEqual(500);
  });

  it('are quick when they are short enough to be rendered at once', async () => {
    const short = BOMB_CASES.map(([name, text]) => [name, text.slice(0, 2_048)] as const);
    for (const [name, text] of short.filter((each) => isQuick(each[1]))) {
      expect(await cpuMsOf(() => renderSync(text, {}), 3), name).toBeLessThan(50);
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

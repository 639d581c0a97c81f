import { blockLines } from '@tributary/contract/discussions/line-kinds.ts';
import { fc, runs } from '@tributary/contract/testing/properties.ts';
import { expect, test } from 'vitest';
import { createCoreParser } from './parser.ts';
import { quoteFences } from './plugins/quote-fences.ts';

const CODE = new Set(['fence', 'code_block', 'html_block']);
const parser = createCoreParser();
quoteFences(parser);

/** Whether blank lines at its ends are of a block nobody sees. */
const isTold = (line = ''): boolean => line.replaceAll(/[ \t>]/g, '') !== '';
/** Of marks that are indented as far as code, the renderer is not of CommonMark's mind. */
const FAR_MARK = /^(?: {0,3}>)*(?: {4}| {0,3}\t)[ \t]*[^ \ta-z]/m;

type Token = ReturnType<typeof parser.parse>[number];

/** The lines of what the renderer makes of a text. */
function renderedLines(text: string, isOne: (token: Token) => boolean): number[] {
  const found = parser
    .parse(text, {})
    .filter(isOne)
    .flatMap(({ map }) => {
      const [from = 0, to = 0] = map ?? [];
      return Array.from({ length: to - from }, (_, index) => from + index);
    });
  return [...new Set(found)].toSorted((a, b) => a - b);
}

const PIECES = [
  ['', '  ', '   ', '    ', '\t', 'text', '/close', '# ', '---', '===', '***'],
  ['> ', '>', '- ', '-', '1. ', '2) '],
  ['```', '````', '~~~', '``` js', '```a`'],
  ['<!--', '-->', '<!-- x -->', '<pre>', '</pre>', '<div>', '</div>', '<b>', '<b> x', '<?'],
].flat();
const line = fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }).map((parts) => parts.join(''));
const quoteFence = fc
  .tuple(fc.constantFrom('', '', '', ' ', '- ', '  ', '> '), fc.constantFrom('>>>', '>>>', '>>>>', '>>> [!note] a'))
  .map((parts) => parts.join(''));

const textOf = (lines: fc.Arbitrary<string>) =>
  fc
    .array(lines, { maxLength: 9 })
    .map((all) => all.join('\n'))
    .filter((source) => !FAR_MARK.test(source));

function told(source: string, found: number[]): number[] {
  const lines = source.split('\n');
  return found.filter((index) => isTold(lines[index]));
}

function expectCode(source: string): void {
  const code = blockLines(source.split('\n')).flatMap(({ kind }, index) => (kind === 'code' ? [index] : []));
  const rendered = renderedLines(source, ({ type }) => CODE.has(type));
  expect(told(source, code)).toEqual(told(source, rendered));
}

test('lines are code when they are rendered as code', () => {
  fc.assert(fc.property(textOf(line), expectCode), { numRuns: runs(1_500) });
});

test('lines between fences are quoted when they are rendered as a quotation', () => {
  const isFence = ({ type, markup }: Token) => type === 'blockquote_open' && markup.length >= 3;
  fc.assert(
    fc.property(textOf(fc.oneof(line, quoteFence)), (source) => {
      expectCode(source);
      const fenced = blockLines(source.split('\n')).flatMap(({ isFenced }, index) => (isFenced ? [index] : []));
      expect(fenced).toEqual(renderedLines(source, isFence));
    }),
    { numRuns: runs(1_500) },
  );
});

import { lineKinds } from '@tributary/contract/discussions/line-kinds.ts';
import { fc, runs } from '@tributary/contract/testing/properties.ts';
import { expect, test } from 'vitest';
import { createCoreParser } from './parser.ts';

const CODE = new Set(['fence', 'code_block', 'html_block']);
const parser = createCoreParser();

/** Whether blank lines at its ends are of a block nobody sees. */
const isTold = (line = ''): boolean => line.replaceAll(/[ \t>]/g, '') !== '';
/** Of marks that are indented as far as code, the renderer is not of CommonMark's mind. */
const FAR_MARK = /^(?: {4}| {0,3}\t)[ \t]*[^ \ta-z]/m;

/** The lines that the renderer takes for code. */
function renderedCode(text: string): number[] {
  const lines = text.split('\n');
  const tokens = parser.parse(text, {}).filter(({ type, map }) => CODE.has(type) && map);
  const found = tokens.flatMap(({ map }) => {
    const [from = 0, to = 0] = map ?? [];
    return Array.from({ length: to - from }, (_, index) => from + index);
  });
  return found.filter((line) => isTold(lines[line]));
}

const PIECES = [
  ['', '  ', '   ', '    ', '\t', 'text', '/close', '# ', '---', '===', '***'],
  ['> ', '>', '- ', '-', '1. ', '2) '],
  ['```', '````', '~~~', '``` js', '```a`'],
  ['<!--', '-->', '<!-- x -->', '<pre>', '</pre>', '<div>', '</div>', '<b>', '<b> x', '<?'],
].flat();
const text = fc
  .array(
    fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }).map((parts) => parts.join('')),
    { maxLength: 9 },
  )
  .map((lines) => lines.join('\n'))
  .filter((source) => !FAR_MARK.test(source));

test('lines are code when they are rendered as code', () => {
  fc.assert(
    fc.property(text, (source) => {
      const lines = source.split('\n');
      const kinds = lineKinds(lines);
      const found = lines.flatMap((line, index) => (kinds[index] === 'code' && isTold(line) ? [index] : []));
      expect(found).toEqual(renderedCode(source));
    }),
    { numRuns: runs(1_500) },
  );
});

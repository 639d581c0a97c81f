import { fc, runs } from '@tributary/contract/testing/properties.ts';
import { describe, expect, it } from 'vitest';
import { parseInto } from '../markup/testing/parse-html.ts';
import { linesOf } from './escape-code.ts';
import { highlightLines, MAX_HIGHLIGHT_CHARS, MAX_HIGHLIGHT_LINE_CHARS, plainLines } from './highlight-lines.ts';
import { GRAMMARS, languageNamed } from './languages.ts';
import { TOKEN_CLASSES } from './token-classes.ts';

const SPAN = new RegExp(`^<span class="(?:${TOKEN_CLASSES.join('|')}|bidi-mark)"(?: title="U\\+[0-9A-F]+")?>$`);

/** The text of a line of HTML; throws when a tag is not a span of ours or is not closed in the line. */
function textOf(html: string): string {
  let depth = 0;
  for (const [tag] of html.matchAll(/<[^>]*>/g)) {
    if (tag === '</span>') depth--;
    else if (SPAN.test(tag)) depth++;
    else throw new Error(`unexpected ${tag}`);
    if (depth < 0) throw new Error(`closes too much: ${html}`);
  }
  if (depth !== 0) throw new Error(`stays open: ${html}`);
  return parseInto('code', html).textContent ?? '';
}

describe('highlightLines', () => {
  it('closes every span in its line', () => {
    expect(highlightLines('/* a\n\n b */ x\n', 'javascript')).toEqual([
      '<span class="hl-comment">/* a</span>',
      '',
      '<span class="hl-comment"> b */</span> x',
    ]);
  });

  it('colours embedded languages', () => {
    const lines = highlightLines('<script>\nconst a = 1;\n</script>\n<style>a { color: red }</style>', 'xml');
    expect(lines[1]).toBe('<span class="hl-keyword">const</span> a = <span class="hl-number">1</span>;');
    expect(lines[3]).toContain('<span class="hl-property">color</span>');
  });

  it('uses our classes', () => {
    const samples: Array<[language: string, code: string, html: string]> = [
      ['typescript', 'let a: string', '<span class="hl-type">string</span>'],
      ['python', 'def f(x): return self.x + 1', '<span class="hl-function">f</span>'],
      ['diff', '+added', '<span class="hl-inserted">+added</span>'],
      ['diff', '-removed', '<span class="hl-deleted">-removed</span>'],
      ['css', 'a { color: red }', '<span class="hl-property">color</span>'],
      ['xml', '<a b="c">', '<span class="hl-attr">b</span>'],
      ['java', '@Override class A {}', '<span class="hl-meta">@Override</span>'],
      ['bash', 'echo $HOME', '<span class="hl-variable">$HOME</span>'],
      ['go', 'func main() {}', '<span class="hl-keyword">func</span>'],
      ['rust', 'struct Foo;', '<span class="hl-type">Foo</span>'],
    ];
    for (const [language, code, html] of samples) expect(highlightLines(code, language)[0], language).toContain(html);
  });

  it('shows what it does not know or what is too large without colours', () => {
    expect(highlightLines('let a < 1', undefined)).toEqual(['let a &lt; 1']);
    expect(highlightLines('let a', 'no-such-language')).toEqual(['let a']);
    expect(highlightLines('let a', '../../core')).toEqual(['let a']);
    expect(highlightLines(`let ${'a'.repeat(MAX_HIGHLIGHT_LINE_CHARS)}`, 'javascript')[0]).not.toContain('<span');
    const long = 'let a;\n'.repeat(MAX_HIGHLIGHT_CHARS / 7 + 1);
    expect(highlightLines(long, 'javascript')[0]).toBe('let a;');
  });

  it('has one line of HTML for each line, whatever its end', () => {
    expect(highlightLines('a\r\nb\rc\n\n', 'javascript')).toEqual(['a', 'b\u240dc', '']);
    expect(highlightLines('', 'javascript')).toEqual(['']);
    expect(highlightLines('\n', 'javascript')).toEqual(['']);
    expect(plainLines('a\0b')).toEqual(['a\u2400b']);
  });

  it('T-076: makes misleading characters visible', () => {
    expect(highlightLines('// \u202e x', 'javascript')[0]).toContain(
      '<span class="bidi-mark" title="U+202E">\u202e</span>',
    );
  });

  const languages =
    'javascript typescript xml css python ruby php markdown bash yaml json go rust java cpp sql diff dockerfile haml erb twig'.split(
      ' ',
    );

  it('never changes or breaks the text', () => {
    const words =
      '/* */ // " \' ` ${ } { < > </ <script> </script> <% %> <?php ?> # \\ a 1 = &amp; """ \u202e 🎉 $x /x/ class def f -';
    const pieces = fc.constantFrom(
      ...words.split(' ').concat(' ', '\n', '\r\n', '---\n', '<<EOF\n', 'EOF\n', 'class ', '- '),
    );
    fc.assert(
      fc.property(fc.constantFrom(...languages), fc.array(pieces, { maxLength: 50 }), (language, parts) => {
        const text = parts.join('');
        expect(highlightLines(text, language).map(textOf)).toEqual(linesOf(text));
      }),
      { numRuns: runs(3_000) },
    );
  });

  it('keeps hostile text inert in every language of a corpus', () => {
    const hostile = '<script>alert(1)</script>"\'`\n</span><img src=x onerror=alert(1)>\n<!-- --><b onclick="x">';
    for (const language of languages)
      expect(highlightLines(hostile, language).map(textOf)).toEqual(hostile.split('\n'));
  });

  it('can load every grammar and keeps the text in each', () => {
    const text = 'a < b && "c" // d\n\n# e {f} <g h=\'i\'>\n';
    for (const language of GRAMMARS)
      expect(highlightLines(text, language).map(textOf), language).toEqual(linesOf(text));
  });

  it('finds a grammar for the names that users write', () => {
    const words = [
      'js',
      'TSX',
      'C++',
      'c#',
      'F#',
      'sh',
      'golang',
      'objc',
      'tex',
      'toml',
      'vue',
      'dockerfile',
      'make',
      'pl',
      'ps1',
      'R',
      'viml',
      'wat',
      'asm',
      'elisp',
      'hcl',
    ];
    const found = words.map((word) => languageNamed(word));
    expect(found.filter((language) => language === undefined)).toHaveLength(1);
    for (const language of found) expect(highlightLines('a\nb', language)).toHaveLength(2);
  });
});

import { describe, expect, it } from 'vitest';
import { maskSource } from './mask-source.mjs';
import { scanImports } from './scan-imports.mjs';
import { sourceFile } from './sources.mjs';

const scan = (text) => scanImports(sourceFile('packages/server/src/app/x.ts', () => text));
const specifiers = (text) => scan(text).map((found) => found.specifier);

describe('scanImports', () => {
  it('finds static, bare, dynamic and re-exporting imports with their lines', () => {
    const text = [
      "import a from './a.ts';",
      'import {',
      '  b,',
      '  type C,',
      "} from './b.ts';",
      "import './c.css';",
      "export * from './d.ts';",
      "export { e } from './e.ts';",
      "const f = await import('./f.ts');",
    ].join('\n');
    expect(scan(text).map(({ specifier, line }) => [specifier, line])).toEqual([
      ['./a.ts', 1],
      ['./b.ts', 2],
      ['./d.ts', 7],
      ['./e.ts', 8],
      ['./c.css', 6],
      ['./f.ts', 9],
    ]);
  });

  it('knows which imports are types only', () => {
    const text =
      "import type { A } from './a.ts';\nimport { type B } from './b.ts';\nimport { type C, d } from './c.ts';\n";
    expect(scan(text).map((found) => found.isType)).toEqual([true, true, false]);
  });

  it('does not read comments and strings as imports', () => {
    expect(
      specifiers("// import a from './a.ts'\n/* import b from './b.ts' */\nconst c = \"import d from './d.ts'\";"),
    ).toEqual([]);
    expect(specifiers('const t = `import x from "./x.ts"`;')).toEqual([]);
  });

  it('is not confused by exports without a source', () => {
    expect(specifiers("export const a = 1;\nexport function b() { return 'from'; }\nimport c from './c.ts';")).toEqual([
      './c.ts',
    ]);
  });
});

describe('maskSource', () => {
  it('keeps offsets and lines', () => {
    const text = "const a = 'x{'; // {\nconst r = /[{'\"]/; const d = 4 / 2; const e = `a${b}{`;\n";
    const masked = maskSource(text);
    expect(masked).toHaveLength(text.length);
    expect(masked.split('\n')).toHaveLength(text.split('\n').length);
    expect(masked.match(/\{/g)).toHaveLength(1);
    expect(masked).toContain('4 / 2');
  });

  it('reads code inside templates, also nested ones', () => {
    const masked = maskSource('const a = `x ${f({ b: `y ${c} z` })} w`; call();');
    expect(masked).toContain('f({ b: ');
    expect(masked).not.toContain('w`');
    expect(masked).toContain('call();');
  });

  it('goes on after an apostrophe in the text of a page', () => {
    expect(maskSource("<p>don't</p>\nconst x = 1;")).toContain('const x = 1;');
  });
});

import { expect, test } from 'vitest';
import { parseCoverage } from './parse-coverage.ts';
import { resolveReportPaths } from './resolve-report-paths.ts';

const cobertura = (inside: string, head = '') =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${head}<coverage line-rate="0.5">${inside}</coverage>`);

const CLASS = `<packages><package name="app"><classes>
  <class name="A" filename="src/a.py">
    <methods><method name="f"><lines><line number="2" hits="9"/></lines></method></methods>
    <lines><line number="1" hits="3"/><line number="2" hits="0" branch="true"/></lines>
  </class>
  <class name="A.Inner" filename="src/a.py"><lines><line number="1" hits="1"/></lines></class>
</classes></package></packages>`;

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('reads Cobertura: the lines of classes, those of one file together', async () => {
  const doctype = '<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">';
  const report = await parseCoverage(cobertura(`<sources><source>/builds/app</source></sources>${CLASS}`, doctype));
  expect(plain(report)).toEqual({
    sources: ['/builds/app'],
    isPartial: false,
    files: [{ name: 'src/a.py', module: null, lines: { 1: 4, 2: 0 } }],
  });
});

test('reads JaCoCo: packages are folders, covered instructions are hits', async () => {
  const text = `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">
    <report name="all"><group name="core"><package name="org/demo">
      <class name="org/demo/A"><method name="f"><counter type="LINE" missed="1" covered="1"/></method></class>
      <sourcefile name="A.java"><line nr="7" mi="0" ci="4" mb="0" cb="0"/><line nr="8" mi="2" ci="0"/></sourcefile>
    </package></group></report>`;
  const report = await parseCoverage(Buffer.from(text));
  expect(report.isPartial).toBe(true);
  expect(plain(report.files)).toEqual([{ name: 'org/demo/A.java', module: 'core', lines: { 7: 4, 8: 0 } }]);
});

const BOMB = `<!DOCTYPE coverage [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>`;
const DEEP = '<a>'.repeat(100) + '</a>'.repeat(100);

test.each([
  ['no XML', Buffer.from('{}'), /not well-formed/],
  ['nothing', Buffer.from(''), /empty|well-formed/],
  ['cut off', Buffer.from('<coverage><packages>'), /not well-formed/],
  ['another format', Buffer.from('<checkstyle/>'), /not in Cobertura or JaCoCo format/],
  ['declared entities', cobertura('', BOMB), /Document types/],
  [
    'an outside entity',
    cobertura('', '<!DOCTYPE coverage [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    /Document types/,
  ],
  ['an unknown entity', cobertura('<sources><source>&lol;</source></sources>'), /not well-formed/],
  ['deep nesting', cobertura(DEEP), /too deep/],
  ['a line without number', cobertura(CLASS.replace('number="1" hits="3"', 'hits="3"')), /src\/a\.py has no number/],
  ['negative hits', cobertura(CLASS.replace('hits="3"', 'hits="-3"')), /no hits/],
  ['a line far beyond', cobertura(CLASS.replace('number="1" hits="3"', 'number="1e12" hits="3"')), /no number/],
  ['another encoding', Buffer.from([0x3c, 0x63, 0xff, 0xfe]), /encoding/],
  ['an encoding nobody knows', Buffer.from('<?xml version="1.0" encoding="ebcdic-x"?><coverage/>'), /encoding/],
])('refuses %s and says why', async (_name, bytes, reason) => {
  await expect(parseCoverage(bytes)).rejects.toThrow(reason);
});

test('reads other encodings by their declaration', async () => {
  const text = `<?xml version="1.0" encoding="ISO-8859-1"?><coverage>${CLASS.replaceAll('a.py', 'ä.py')}</coverage>`;
  expect((await parseCoverage(Buffer.from(text, 'latin1'))).files[0]?.name).toBe('src/ä.py');
});

test('a name of a method does not become a property of all objects', async () => {
  const report = await parseCoverage(cobertura(CLASS.replaceAll('src/a.py', '__proto__')));
  expect([...resolveReportPaths(report, ['__proto__']).keys()]).toEqual(['__proto__']);
});

const lines = { 1: 1 };
const PATHS = [
  'src/a.py',
  'lib/src/a.py',
  'core/src/main/java/org/A.java',
  'web/src/main/java/org/A.java',
  'org/B.java',
];

test.each([
  ['as it is', 'src/a.py', [], 'src/a.py'],
  ['below a folder of the machine', '/builds/group/app/src/a.py', [], 'src/a.py'],
  ['below its source', 'a.py', ['/builds/group/app/src'], 'src/a.py'],
  ['below its source, before as it is', 'src/a.py', ['/builds/app/lib'], 'lib/src/a.py'],
  ['with other slashes', '.\\src\\a.py', [], 'src/a.py'],
  ['not at all', 'other.py', ['/builds'], undefined],
])('finds a full name %s', (_name, name, sources, expected) => {
  const placed = resolveReportPaths({ isPartial: false, sources, files: [{ name, module: null, lines }] }, PATHS);
  expect([...placed.keys()]).toEqual(expected === undefined ? [] : [expected]);
});

test.each([
  ['that only one file ends with', 'org/B.java', null, 'org/B.java'],
  ['of the module that it is in', 'org/A.java', 'web', 'web/src/main/java/org/A.java'],
  ['not when two files end with it', 'org/A.java', null, undefined],
  ['not when only letters match', 'g/B.java', null, undefined],
])('finds the end of a path %s', (_name, name, module, expected) => {
  const placed = resolveReportPaths({ isPartial: true, sources: [], files: [{ name, module, lines }] }, PATHS);
  expect([...placed.keys()]).toEqual(expected === undefined ? [] : [expected]);
});

test('hits of the same line of the same file add up', () => {
  const files = ['src/a.py', '/x/src/a.py'].map((name) => ({ name, module: null, lines: { 1: 2, 3: 0 } }));
  expect(resolveReportPaths({ isPartial: false, sources: [], files }, PATHS).get('src/a.py')).toEqual({ 1: 4, 3: 0 });
});

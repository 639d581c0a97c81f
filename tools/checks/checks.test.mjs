import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkErrors } from './errors.mjs';
import { checkForbiddenCode } from './forbidden-code.mjs';
import { checkLockFile, platformEntry } from './lock-file.mjs';
import { longFunctions } from './long-functions.mjs';
import { maskSource } from './mask-source.mjs';
import { checkMigrations, refuseNames, removals } from './migrations.mjs';
import { checkLinks } from './links.mjs';
import { checkRoutes } from './routes.mjs';
import { budgetOf, checkSizes } from './sizes.mjs';
import { listSources, sourceFile } from './sources.mjs';
import { checkForbiddenWords } from './forbidden-words.mjs';
import { checkVocabulary } from './vocabulary.mjs';

const file = (path, text = '') => sourceFile(path, () => text);
const lines = (count) => 'x;\n'.repeat(count);

describe('sizes and names', () => {
  it('has a budget for each kind of file', () => {
    expect(budgetOf('packages/server/src/projects/endpoints/rest.ts').stop).toBe(250);
    expect(budgetOf('packages/server/src/endpoints/rest/serve.ts').stop).toBe(500);
    expect(budgetOf('packages/web/src/ui/button.tsx').warn).toBe(250);
    expect(budgetOf('packages/git/src/diff/diff.test.ts').stop).toBe(800);
  });

  it('warns first and then refuses', () => {
    const sizes = (count) => checkSizes([file('packages/git/src/diff/diff.ts', lines(count))], '', []);
    expect(sizes(350)).toMatchObject({ failures: [], warnings: [] });
    expect(sizes(351).warnings).toHaveLength(1);
    expect(sizes(501).failures).toEqual([expect.stringContaining('501 lines; a file has at most 500')]);
  });

  it('shows what is allowed, and notices when it is gone', () => {
    const allowances = [{ path: 'packages/git/src/table.ts', limit: 900, reason: 'a data table' }];
    const allowed = checkSizes([file('packages/git/src/table.ts', lines(800))], '', allowances);
    expect(allowed.failures).toEqual([]);
    expect(allowed.notes).toEqual([expect.stringContaining('up to 900 lines: a data table')]);
    expect(checkSizes([], '', allowances).failures).toEqual([expect.stringContaining('remove it there')]);
  });

  it.each([
    'utils.ts',
    'string-utils.ts',
    'helpers.ts',
    'common.test.ts',
    'types.ts',
    'MergeRequest.tsx',
    'merge_request.ts',
  ])('refuses the name %s', (name) => {
    expect(checkSizes([file(`packages/web/src/lib/${name}`)], '', []).failures).toHaveLength(1);
  });

  it('finds long functions of every form', () => {
    const body = lines(61);
    const code = `function one(a = {}) {\n${body}}\nconst two = async (b: X): Promise<Y> => {\n${body}};\nclass C {\n  three(): void {\n${body}  }\n}\nfunction four() { return 1; }\n`;
    expect(longFunctions(maskSource(code), 60).map((found) => found.name)).toEqual(['one', 'two', 'three']);
  });
});

describe('the error catalogue', () => {
  const catalogue = file(
    'packages/contract/src/errors/core.ts',
    "export const CORE_ERRORS = {\n  not_found: { kind: 'not_found', text: '{resource} Not Found' },\n  plain: 'Plain: sentence',\n  empty: { kind: 'invalid', text: '' },\n} as const;\n",
  );
  const user = (text) => file('packages/server/src/projects/operations/create.ts', text);

  it('accepts codes that are listed and used', () => {
    const { failures, checked } = checkErrors([
      catalogue,
      user("fail('not_found'); refuse('plain'); new AppError('empty');"),
    ]);
    expect(checked).toBe(3);
    expect(failures).toEqual([expect.stringContaining('"empty" has no sentence')]);
  });

  it('finds codes that are not listed, and those nobody uses', () => {
    const { failures } = checkErrors([
      catalogue,
      user("// fail('in_comment')\nfail('surprise'); fail('plain'); fail('empty');"),
    ]);
    expect(failures).toContainEqual(expect.stringContaining('create.ts:2: "surprise" is not in the catalogue'));
    expect(failures).toContainEqual(expect.stringContaining('"not_found" is never used'));
    expect(failures).not.toContainEqual(expect.stringContaining('in_comment'));
  });

  it('finds a code that is listed twice', () => {
    const again = file(
      'packages/contract/src/errors/more.ts',
      "export const MORE_ERRORS = { plain: 'Again' } as const;",
    );
    expect(checkErrors([catalogue, again]).failures).toContainEqual(expect.stringContaining('"plain" is listed twice'));
  });
});

describe('routes', () => {
  const table = file(
    'packages/server/src/platform/policy/permissions.tsv',
    '# Who\nability\tkind\nread_project\tread\n',
  );
  const route = (text) => checkRoutes([table, file('packages/server/src/projects/endpoints/rest.ts', text)]);

  it('accepts an ability of the table', () => {
    expect(route("defineRoute({ path: '/x', ability: 'read_project', handle() {} });")).toEqual({
      failures: [],
      checked: 1,
    });
  });

  it('refuses a route without one, also when something inside has the word', () => {
    expect(route("defineRoute({ path: '/x', handle: () => ({ ability: 'read_project' }) });").failures).toEqual([
      expect.stringContaining('has no `ability:`'),
    ]);
  });

  it('refuses unknown and computed abilities', () => {
    expect(route("definePage({ ability: 'fly' });").failures).toEqual([expect.stringContaining('"fly"')]);
    expect(route('defineCommand({ ability: chosen });').failures).toEqual([expect.stringContaining('plain string')]);
  });
});

describe('forbidden code', () => {
  const check = (path, text) => checkForbiddenCode([file(path, text)]).failures;

  it.each([
    ['packages/server/src/projects/rules/x.ts', 'new RegExp(pattern)'],
    ['packages/server/src/projects/operations/x.ts', 'await fetch(url)'],
    ['packages/server/src/projects/reads/x.ts', "db.selectFrom('projects')"],
    ['packages/server/src/projects/slice.ts', "import './registrations.ts';"],
    ['packages/server/src/projects/x.ts', "defineTopic('project', guard);"],
    ['packages/server/src/projects/x.ts', 'for (const type of TYPES) {\n  onEvent(type, follow);\n}'],
    ['packages/server/src/projects/x.ts', 'const sweep = defineJob({ name });'],
    ['packages/web/src/projects/x.tsx', '<p dangerouslySetInnerHTML={x} />'],
    ['packages/server/src/projects/operations/x.ts', 'console.log(1)'],
    ['packages/git/src/x.ts', 'value as unknown as Thing'],
    ['packages/git/src/x.ts', 'enum Color { Red }'],
    ['packages/git/src/x.test.ts', 'it.only("x", f)'],
    ['packages/server/src/x.test.ts', "let a;\n  defineTopic('only-here', guard);"],
    ['packages/git/src/x.ts', '// TODO later'],
    ['packages/git/src/x.ts', '// @ts-expect-error'],
  ])('%s: %s', (path, text) => {
    expect(check(path, text)).toHaveLength(1);
  });

  it.each([
    ['packages/server/src/projects/rules/x.ts', "new RegExp('^a', 'u')"],
    ['packages/server/src/platform/outbound/http.ts', 'await fetch(url)'],
    ['packages/server/src/projects/store.ts', "db.selectFrom('projects')"],
    ['packages/server/src/app/main.ts', 'console.log(1)'],
    ['packages/server/src/projects/operations/x.ts', "// console.log(1)\nconst s = 'fetch(x)'; this.fetch(y)"],
    ['packages/web/src/ui/trusted-html.tsx', '<p dangerouslySetInnerHTML={x} />'],
    ['packages/server/src/x.test.ts', "afterAll(\n  defineTopic('only-here', guard),\n);"],
    ['packages/server/src/projects/x.ts', "export const topics = [defineTopic('project', guard)];"],
    [
      'packages/server/src/projects/x.ts',
      'const sweep = defineJob({ name });\nexport const jobs = [registerJob(sweep)];',
    ],
    ['packages/git/src/x.ts', '// TODO(#12): later'],
  ])('lets %s: %s', (path, text) => {
    expect(check(path, text)).toEqual([]);
  });
});

describe('migrations', () => {
  let folder;
  afterEach(() => folder && rmSync(folder, { recursive: true, force: true }));

  it('wants NNNN_domain_what.sql and each number once', () => {
    expect(refuseNames(['0001_accounts_users.sql', '0002_projects_projects.sql'])).toEqual([]);
    expect(refuseNames(['1_users.sql', '0001_accounts_a.sql', '0001_accounts_b.sql'])).toHaveLength(2);
  });

  it('wants a reason for what takes away', () => {
    expect(removals('ALTER TABLE a DROP COLUMN b;')).toHaveLength(1);
    expect(removals('alter table a rename to b;\ndrop index c;')).toHaveLength(2);
    expect(removals('-- contract: unused since 1.2\nDROP TABLE a;')).toEqual([]);
    expect(removals("create table a (note text default 'drop it'); -- drop nothing\n")).toEqual([]);
  });

  it('does not let a released migration change', () => {
    folder = mkdtempSync(join(tmpdir(), 'tributary-migrations-'));
    const git = (...args) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
    const write = (name, text) => writeFileSync(join(folder, 'db/migrations', name), text);
    mkdirSync(join(folder, 'db/migrations'), { recursive: true });
    git('init', '-q');
    write('0002_accounts_users.sql', 'create table users (id bigint);\n');
    git('add', '.');
    git('commit', '-q', '-m', 'Add users');
    write('0002_accounts_users.sql', 'create table users (id int);\n');
    expect(checkMigrations(listSources(folder), folder).failures).toEqual([]);
    git('tag', 'v0.1.0');
    write('0001_accounts_late.sql', 'create table late (id int);\n');
    expect(checkMigrations(listSources(folder), folder).failures).toEqual([
      expect.stringContaining('changed since v0.1.0'),
      expect.stringContaining('its number is not above 0002'),
    ]);
  });
});

describe('words', () => {
  it('finds words and paths that do not belong here, but no routes like them', () => {
    const text = `see /${'wor'}k/main\nfetch('/-/${'wor'}k_items');\nmade by Cl${'aude'}\n`;
    expect(checkForbiddenWords([file('docs/x.md', text)]).failures).toEqual([
      expect.stringContaining('docs/x.md:3'),
      expect.stringContaining('docs/x.md:1'),
    ]);
  });
});

describe('links', () => {
  it('finds what leads nowhere, from where the document stands', () => {
    const text =
      '[a](../README.md) [b](guides/x.md#top) ![c](images/none.png) [d](https://x.test) [e](#here)\n[f](guides)';
    const sources = [file('docs/a.md', text), file('README.md'), file('docs/guides/x.md')];
    expect(checkLinks(sources).failures).toEqual(['docs/a.md:1: images/none.png is not there']);
  });
});

describe('the lock file', () => {
  const lock = (packages) => checkLockFile([file('package-lock.json', JSON.stringify({ packages }))]).failures;

  it('finds download addresses', () => {
    expect(lock({ 'node_modules/a': { resolved: 'https://example.com/a.tgz' } })).toHaveLength(1);
    expect(lock({ 'node_modules/web': { resolved: 'packages/web', link: true } })).toEqual([]);
  });

  it('finds packages of other platforms that are left out, wherever they would stand', () => {
    const owner = { version: '1.0.0', optionalDependencies: { '@x/linux-x64-musl': '1.0.0' } };
    expect(lock({ 'node_modules/a': owner })).toEqual([expect.stringContaining('node tools/complete-lock.mjs')]);
    expect(lock({ 'node_modules/a': owner, 'node_modules/@x/linux-x64-musl': {} })).toEqual([]);
    expect(lock({ 'node_modules/a': owner, 'node_modules/a/node_modules/@x/linux-x64-musl': {} })).toEqual([]);
  });

  it('tells the platform from the name', () => {
    const entry = (name) => platformEntry({ name, version: '1.0.0', from: { dev: true } });
    expect(entry('@x/binding-linux-arm64-musl')).toMatchObject({
      os: ['linux'],
      cpu: ['arm64'],
      libc: ['musl'],
      dev: true,
    });
    expect(entry('@x/binding-win32-x64-msvc')).toMatchObject({ os: ['win32'], cpu: ['x64'] });
    expect(entry('@x/binding-darwin-x64')).toMatchObject({ os: ['darwin'], cpu: ['x64'] });
    expect(() => entry('@x/binding')).toThrow('says no platform');
  });
});

describe('vocabulary', () => {
  it('refuses words of the former dialect in names of files and exports, with the term to use', () => {
    const { failures } = checkVocabulary([
      file('packages/server/src/merging/told-people.ts', 'const kept = 1;\nexport function listDoors() {}'),
      file('packages/web/src/pictures/pin.tsx', 'export type FarCard = {};'),
      file('packages/web/src/ui/banner.tsx', 'export const markDone = 1; // told people'),
      file('docs/told.md', ''),
    ]);
    expect(failures).toEqual([
      'packages/server/src/merging/told-people.ts: "told-people.ts" says "told"; use notified or published (docs/glossary.md)',
      'packages/server/src/merging/told-people.ts:2: "listDoors" says "door"; use endpoint or interface (docs/glossary.md)',
      'packages/web/src/pictures/pin.tsx: "pictures" says "picture"; use image or avatar (docs/glossary.md)',
      'packages/web/src/pictures/pin.tsx:1: "FarCard" says "far"; use off-screen (docs/glossary.md)',
    ]);
  });
});

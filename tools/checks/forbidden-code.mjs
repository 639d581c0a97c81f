import { SLICES } from './ladder.mjs';
import { roleOf } from './slice-roles.mjs';
import { lineAt } from './sources.mjs';

/** A rule: where it holds (`applies`; tests only with `inTests`), what it looks for in the masked code, and what to do instead. */
const RULES = [
  {
    applies: (path) => isProduct(path),
    // A literal may follow; anything else may come from a user, and the engine backtracks.
    pattern: /(?<![\w$.])(?:new\s+)?RegExp\s*\(\s*(?!['"/])/g,
    instead:
      'do not build a RegExp from a value: it can be made to run for hours. Use a literal, or re2js for patterns people write',
  },
  {
    applies: (path) =>
      path.startsWith('packages/server/src/') && !path.startsWith('packages/server/src/platform/outbound/'),
    pattern: /(?<![\w$.])(?:globalThis\.)?fetch\s*\(/g,
    instead: 'do not call fetch: only platform/outbound reaches other hosts, behind its address guard',
  },
  {
    applies: (path) => path.startsWith('packages/server/src/') && !maySpeakSql(path),
    pattern: /\.(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\s*\(/g,
    instead: 'only store files speak SQL: move the query to the store of its slice',
  },
  {
    applies: (path) => isInSlice(path),
    pattern: /^import\s*['"]/gm,
    instead: 'do not import a file for what it adds: export it, and list it in the slice.ts of the slice',
  },
  {
    applies: (path) => isInSlice(path),
    pattern:
      /^(?:for \([^\n]*\) (?:\{\s*)?)?(?:define|describe|register|contribute|schedule|on)[A-Z]\w*\s*(?:<[^(]*>)?\(/gm,
    instead: 'this adds nothing: export it in a list of extensions, and list that in the slice.ts of the slice',
  },
  {
    applies: (path) => path.startsWith('packages/web/src/') && path !== 'packages/web/src/ui/trusted-html.tsx',
    pattern: /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=(?!=)|\.insertAdjacentHTML\s*\(/g,
    instead: 'only ui/trusted-html.tsx puts HTML into the page: use <TrustedHtml>',
  },
  {
    applies: (path) =>
      /^packages\/(contract|git|server)\/src\//.test(path) && !path.startsWith('packages/server/src/app/'),
    pattern: /(?<![\w$.])console\s*\./g,
    instead: 'do not write to the console: use the log of the platform, which knows the request and hides secrets',
  },
  {
    applies: (path) => path.startsWith('packages/web/src/') && !path.startsWith('packages/web/src/app/'),
    pattern: /(?<![\w$.])console\s*\./g,
    instead: 'do not write to the console: report a bug with reportError(error), which reaches every listener',
  },
  {
    applies: (path) => path.startsWith('packages/'),
    pattern: /\bas\s+unknown\s+as\b/g,
    inTests: true,
    instead: 'do not cast through unknown: parse the value, or type it where it comes from',
  },
  {
    applies: (path) => path.startsWith('packages/'),
    pattern: /(?<![\w$.])(?:const\s+)?enum\s+[A-Z]\w*\s*\{/g,
    inTests: true,
    instead: 'no enums: Node strips types only. Use a union of string literals',
  },
  {
    applies: (path) => /\.test\.(ts|tsx|mjs)$/.test(path),
    pattern:
      /(?<![\w$.])(?:describe|it|test|bench)\.(?:only|skip|todo)\b|(?<![\w$.])(?:xit|xdescribe|fit|fdescribe)\s*\(/g,
    inTests: true,
    instead: 'no skipped or lone tests: run it, or remove it',
  },
  {
    applies: (path) => /^packages\/server\/.*\.test\.ts$/.test(path),
    pattern: /(?<=[;{}]\s*)define[A-Z]\w*\s*\(/g,
    inTests: true,
    instead:
      'the files of a worker share what one defines: take it back with onTestFinished(define…()) or afterAll(define…())',
  },
];

/** These look at the comments too. */
const TEXT_RULES = [
  {
    applies: (path) => /^(packages|tools|e2e)\//.test(path),
    pattern: /(?:\/\/|\/\*|^\s*\*)[^\n]*\b(?:TODO|FIXME|XXX)\b(?!\(#\d+\))/gm,
    inTests: true,
    instead: 'no TODO without an issue number: TODO(#12)',
  },
  {
    applies: (path) => path.startsWith('packages/'),
    pattern: /@ts-(?:ignore|nocheck|expect-error)\b/g,
    inTests: true,
    instead: 'do not silence the type checker: fix the type',
  },
];

const isInSlice = (path) => /^packages\/server\/src\/(?!app\/)/.test(path);

const isProduct = (path) => /^packages\/[^/]+\/src\//.test(path);

/** Code that may not be, each with where and what instead. */
export function checkForbiddenCode(sources) {
  const failures = [];
  const files = sources.filter((source) => source.isCode && !source.path.startsWith('tools/checks/'));
  for (const file of files) {
    for (const rule of RULES) if (appliesTo(rule, file)) failures.push(...matchesOf(rule, file, file.code));
    if (isInSlice(file.path) && !file.isTest) failures.push(...unregistered(file));
    for (const rule of TEXT_RULES) if (appliesTo(rule, file)) failures.push(...matchesOf(rule, file, file.text));
  }
  return { failures, checked: files.length };
}

/** Jobs and facts that no list of extensions adds: no process would work on them. */
function unregistered({ path, code }) {
  return [...code.matchAll(/\bconst (\w+)\b[^=;]*=\s*define(Job|Fact)\b/g)].flatMap(({ 1: name, 2: kind, index }) =>
    code.includes(`register${kind}(${name})`)
      ? []
      : `${path}:${lineAt(code, index)}: list register${kind}(${name}) as an extension, or it is not known`,
  );
}

// Most rules guard the product; tests may break those, to try what happens then.
const appliesTo = (rule, file) => rule.applies(file.path) && (!file.isTest || rule.inTests === true);

function matchesOf(rule, file, text) {
  return [...text.matchAll(rule.pattern)].map((match) => `${file.path}:${lineAt(text, match.index)}: ${rule.instead}`);
}

function maySpeakSql(path) {
  const [zone, ...rest] = path.split('/').slice(3);
  return !SLICES.includes(zone) ? zone === 'platform' : roleOf(rest.join('/')) === 'store';
}

import { execFileSync } from 'node:child_process';

const FOLDER = 'db/migrations/';
const NAME = /^(\d{4})_[a-z0-9]+(?:_[a-z0-9]+)+\.sql$/;
const REMOVES = /^\s*(?:drop\b|alter\s+table\b[^;]*\b(?:drop|rename)\b|alter\s+type\b[^;]*\brename\b)/im;

/** Names, numbers and contents of the migrations; those that are published may not change. */
export function checkMigrations(sources, rootDir) {
  const files = sources.filter((file) => file.path.startsWith(FOLDER) && file.text !== '');
  const failures = [...refuseNames(files.map((file) => file.path.slice(FOLDER.length)))];
  for (const file of files) {
    for (const statement of removals(file.text)) {
      failures.push(
        `${file.path}: "${statement}" removes what running code may still use. Release code that does not use it first, ` +
          'then say so above the statement: -- contract: <since which version nothing uses it>',
      );
    }
  }
  const baseline = baselineOf(rootDir);
  if (baseline) failures.push(...changedSince(baseline, files, rootDir));
  return { failures, checked: files.length };
}

/** Sentences about names that do not follow NNNN_domain_what.sql, and numbers used twice. */
export function refuseNames(names) {
  const byNumber = new Map();
  const failures = [];
  for (const name of names) {
    const number = NAME.exec(name)?.[1];
    if (!number) failures.push(`${FOLDER}${name}: migrations are named NNNN_domain_what.sql`);
    else if (byNumber.has(number))
      failures.push(`${FOLDER}${name}: ${number} is taken by ${byNumber.get(number)}; take the next number`);
    else byNumber.set(number, name);
  }
  return failures;
}

/** Statements that drop or rename without `-- contract:` in the lines right above; shortened. */
export function removals(sql) {
  const found = [];
  for (const statement of sql.split(';')) {
    const hasReason = /--\s*contract:/.test(statement);
    const bare = statement.replaceAll(/--[^\n]*/g, '').replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '');
    if (!hasReason && REMOVES.test(bare)) found.push(bare.trim().replaceAll(/\s+/g, ' ').slice(0, 60));
  }
  return found;
}

/** What others already run: the newest release, else the published main branch; undefined before there is either. */
function baselineOf(rootDir) {
  const tag = git(rootDir, ['tag', '--list', 'v*', '--sort=-version:refname']).split('\n')[0];
  if (tag) return tag;
  return git(rootDir, ['rev-parse', '--verify', '--quiet', 'refs/remotes/origin/main']).trim() || undefined;
}

function changedSince(baseline, files, rootDir) {
  const failures = [];
  const published = git(rootDir, ['ls-tree', '-r', '--name-only', baseline, '--', FOLDER]).split('\n').filter(Boolean);
  const byPath = new Map(files.map((file) => [file.path, file.text]));
  for (const path of published) {
    if (byPath.get(path) === git(rootDir, ['show', `${baseline}:${path}`])) continue;
    failures.push(
      `${path}: changed since ${baseline}, where databases have already run it; write a new migration instead`,
    );
  }
  const last =
    published
      .map((path) => path.slice(FOLDER.length, FOLDER.length + 4))
      .sort()
      .at(-1) ?? '';
  for (const { path } of files) {
    if (published.includes(path) || path.slice(FOLDER.length, FOLDER.length + 4) > last) continue;
    failures.push(
      `${path}: its number is not above ${last}, the last one published; databases would never run it in order`,
    );
  }
  return failures;
}

/** Output of git; empty when it answers with an error (no such ref). */
function git(cwd, args) {
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    if (error.status === undefined) throw error;
    return '';
  }
}

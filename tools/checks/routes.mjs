import { lineAt } from './sources.mjs';

const DEFINITION = /\bdefine(Route|Page|Command)\s*(?:<[^()]*>)?\(\s*\{/g;
const PERMISSIONS = 'packages/server/src/platform/policy/permissions.tsv';

/** Every route, page and command says which ability it needs, and the ability is in the table. */
export function checkRoutes(sources) {
  const table = sources.find((file) => file.path === PERMISSIONS);
  const abilities = new Set(table ? readAbilities(table.text) : []);
  const failures = [];
  let checked = 0;
  for (const file of sources) {
    if (!file.path.startsWith('packages/server/src/') || !file.isCode || file.isTest) continue;
    for (const match of file.code.matchAll(DEFINITION)) {
      checked += 1;
      const problem = refuseDefinition(file, match.index + match[0].length - 1, abilities);
      if (problem) failures.push(`${file.path}:${lineAt(file.code, match.index)}: define${match[1]} ${problem}`);
    }
  }
  return { failures, checked };
}

/** First column of the table, without the head and comments. */
export function readAbilities(text) {
  const rows = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return rows.slice(1).map((line) => line.split('\t')[0].trim());
}

function refuseDefinition(file, open, abilities) {
  const at = topLevelKey(file.code, open, 'ability');
  if (at === undefined) return 'has no `ability:`; name a row of permissions.tsv';
  const value = /^\s*(['"])([^'"]*)\1/.exec(file.text.slice(at))?.[2];
  if (value === undefined) return 'must name its ability as a plain string, so that it can be checked';
  if (abilities.has(value)) return undefined;
  return `names the ability "${value}", which is not in ${PERMISSIONS}`;
}

/** Offset after `key:` directly inside the object that opens at `open`. */
function topLevelKey(code, open, key) {
  let depth = 0;
  for (let at = open; at < code.length; at += 1) {
    if ('{[('.includes(code[at])) depth += 1;
    else if ('}])'.includes(code[at]) && (depth -= 1) === 0) return undefined;
    else if (depth === 1 && code.startsWith(key, at) && /[\s{,]/.test(code[at - 1])) {
      const colon = /^\s*:/.exec(code.slice(at + key.length));
      if (colon) return at + key.length + colon[0].length;
    }
  }
  return undefined;
}

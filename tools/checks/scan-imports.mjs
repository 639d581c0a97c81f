import { lineAt } from './sources.mjs';

const STATEMENT = /(?<![\w$.])(import|export)\b(\s+type\b)?([^;'"`()]*?)\bfrom\s*(['"])/g;
const BARE = /(?<![\w$.])import\s*(['"])/g;
const DYNAMIC = /(?<![\w$.])import\s*\(\s*(['"])/g;

/**
 * The imports of a source, as `{ specifier, isType, line, names }`: static, dynamic with a literal, and export-from.
 * `isType` is true for `import type`, and when every name in the braces is marked `type`; `names` is the text between.
 */
export function scanImports(source) {
  const found = [];
  const add = (match, quoteAt, isType, names) => {
    const end = source.text.indexOf(source.text[quoteAt], quoteAt + 1);
    found.push({
      specifier: source.text.slice(quoteAt + 1, end),
      isType,
      names,
      line: lineAt(source.text, match.index),
    });
  };
  for (const match of source.code.matchAll(STATEMENT)) {
    const names = match[3];
    add(match, match.index + match[0].length - 1, Boolean(match[2]) || areAllTypes(names), names);
  }
  for (const match of source.code.matchAll(BARE)) add(match, match.index + match[0].length - 1, false, '');
  for (const match of source.code.matchAll(DYNAMIC))
    add(match, match.index + match[0].length - 1, isTypeQuery(source.code, match.index), '');
  return found;
}

function areAllTypes(names) {
  const braces = /^\s*\{([^}]*)\}\s*$/.exec(names);
  const list = braces?.[1]
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return list !== undefined && list.length > 0 && list.every((name) => name.startsWith('type '));
}

/** `typeof import('…')` and `let x: import('…').Y` ask for types only. */
const isTypeQuery = (code, at) => /(typeof|[:<|&])\s*$/.test(code.slice(Math.max(0, at - 12), at));

import { lineAt } from './sources.mjs';

const CATALOGUE = /export\s+const\s+([A-Z0-9_]+_ERRORS)\b[^=]*=\s*\{/g;
const KEY = /['"]?([a-z0-9_.]+)['"]?\s*:/y;
const SENTENCE = /^\s*(?:\{[^{}]*?\btext:\s*)?(['"`])((?:\\.|(?!\1)[\s\S])*)\1/;
const NAMED = /\b(?:fail|refuse|refusal|AppError)\s*\(\s*'([a-z0-9_.]+)'/g;

/** The codes of the catalogue files: code → `{ sentence, path, line }`; duplicates are listed apart. */
export function readCatalogue(files) {
  const codes = new Map();
  const duplicates = [];
  for (const file of files) {
    for (const match of file.code.matchAll(CATALOGUE)) {
      const start = match.index + match[0].length;
      for (const { key, keyAt, valueAt } of topLevelKeys(file, start, endOfBlock(file.code, start))) {
        const sentence = SENTENCE.exec(file.text.slice(valueAt))?.[2] ?? '';
        const place = { sentence, path: file.path, line: lineAt(file.text, keyAt) };
        if (codes.has(key)) duplicates.push({ code: key, ...place });
        codes.set(key, place);
      }
    }
  }
  return { codes, duplicates };
}

/** Keys that stand directly in the object between two offsets. */
function topLevelKeys(file, start, end) {
  const keys = [];
  let depth = 0;
  for (let at = start; at < end; at += 1) {
    const char = file.code[at];
    if ('{[('.includes(char)) depth += 1;
    else if ('}])'.includes(char)) depth -= 1;
    else if (depth === 0 && /['"\w]/.test(char)) {
      KEY.lastIndex = at;
      const match = KEY.exec(file.text);
      if (!match) continue;
      keys.push({ key: match[1], keyAt: at, valueAt: KEY.lastIndex });
      at = skipValueStart(file.code, KEY.lastIndex) - 1;
    }
  }
  return keys;
}

/** Offset of the value's bracket, or after its comma when it has none, so that words in it are not read as keys. */
function skipValueStart(code, from) {
  const match = /[{[(]|,|$/.exec(code.slice(from));
  return from + match.index;
}

function endOfBlock(code, start) {
  let depth = 1;
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1;
    else if (code[at] === '}' && (depth -= 1) === 0) return at;
  }
  return code.length;
}

/** Every code thrown is listed, every listed code is used, and each has a sentence. */
export function checkErrors(sources) {
  const product = sources.filter((file) => file.isCode && !file.isTest && /^packages\/[^/]+\/src\//.test(file.path));
  const isCatalogue = (file) => file.path.startsWith('packages/contract/src/errors/') && file.text.includes('_ERRORS');
  const { codes, duplicates } = readCatalogue(product.filter(isCatalogue));
  const users = product.filter((file) => !isCatalogue(file));
  const failures = duplicates.map(({ code, path, line }) => `${path}:${line}: "${code}" is listed twice`);
  for (const [code, { sentence, path, line }] of codes) {
    if (sentence.trim() === '') failures.push(`${path}:${line}: "${code}" has no sentence`);
    if (users.some((file) => file.text.includes(`'${code}'`) || file.text.includes(`"${code}"`))) continue;
    failures.push(`${path}:${line}: "${code}" is never used; remove it, or throw it where it belongs`);
  }
  for (const file of users) failures.push(...unlisted(file, codes));
  return { failures, checked: codes.size };
}

function unlisted(file, codes) {
  return [...file.text.matchAll(NAMED)]
    .filter((match) => file.code[match.index] !== ' ' && !codes.has(match[1]))
    .map(
      (match) =>
        `${file.path}:${lineAt(file.text, match.index)}: "${match[1]}" is not in the catalogue; ` +
        'add it with its sentence to packages/contract/src/errors',
    );
}

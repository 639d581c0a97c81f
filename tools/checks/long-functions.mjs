import { fileURLToPath } from 'node:url';
import process from 'node:process';

const HEADS = [
  /(?<![\w$.])function\b\s*\*?\s*([\w$]*)\s*(?:<[^(]*>)?\s*\(/g,
  /(?:const|let)\s+([\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:<[^(]*>)?\s*\((?=[^)]*\)[^{;]*=>)/g,
  /^[ \t]+(?:(?:public|private|protected|static|async|override|get|set)\s+)*([\w$#]+)\s*(?:<[^(]*>)?\((?=[^;]*?\)[^;{}=]*\{)/gm,
];

const NOT_NAMES = new Set(['if', 'for', 'while', 'switch', 'catch', 'return', 'function', 'await', 'super']);

/** Functions of masked code that are longer than `limit` lines, as `{ name, line, lines }`. A brace scanner: it may miss some. */
export function longFunctions(code, limit) {
  const found = new Map();
  for (const head of HEADS) {
    for (const match of code.matchAll(head)) {
      if (NOT_NAMES.has(match[1])) continue;
      const open = bodyStart(code, match.index + match[0].length - 1);
      if (open === undefined || found.has(open)) continue;
      const end = closing(code, open);
      const lines = code.slice(match.index, end).split('\n').length;
      if (lines > limit)
        found.set(open, {
          name: match[1] || '(anonymous)',
          line: code.slice(0, match.index).split('\n').length,
          lines,
        });
    }
  }
  return [...found.values()];
}

/** Offset of the brace that opens the body, from the parenthesis that opens the parameters. */
function bodyStart(code, paren) {
  const afterParams = closing(code, paren);
  const head = /^[^{};]*?(?:=>\s*)?\{/.exec(code.slice(afterParams, afterParams + 400));
  return head ? afterParams + head[0].length - 1 : undefined;
}

/** Offset after the bracket that closes the one at `open`. */
function closing(code, open) {
  const [opens, closes] = code[open] === '(' ? ['(', ')'] : ['{', '}'];
  let depth = 0;
  for (let at = open; at < code.length; at += 1) {
    if (code[at] === opens) depth += 1;
    else if (code[at] === closes && (depth -= 1) === 0) return at + 1;
  }
  return code.length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { listSources } = await import('./sources.mjs');
  const { root } = await import('../setup/root.mjs');
  for (const file of listSources(root)) {
    if (!file.isCode || file.isTest) continue;
    for (const { name, line, lines } of longFunctions(file.code, 60))
      console.log(`${file.path}:${line} ${name}: ${lines} lines`);
  }
}

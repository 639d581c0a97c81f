import { lineAt } from './sources.mjs';

/** Spelled in pieces, so that this file does not find itself. */
const WORDS = [
  ['sub', 'agent'],
  ['Cla', 'ude'],
  ['Chat', 'GPT'],
].map((pieces) => pieces.join(''));
const FORBIDDEN = new RegExp(`\\b(${WORDS.join('|')})`, 'gi');

/** A path of one machine: its working folder as the beginning of an absolute path. */
const MACHINE_PATH = new RegExp(`(?<![\\w./:*-])/${'wo'}rk(?=/|\\b)(?![\\w-])`, 'g');

const BINARY = /\.(png|jpe?g|gif|webp|ico|woff2?|ttf|pack|idx|zip|gz|pdf)$/i;

/** Words and paths that do not belong into the product. */
export function checkForbiddenWords(sources) {
  const failures = [];
  const files = sources.filter((file) => !BINARY.test(file.path) && file.path !== 'package-lock.json');
  for (const file of files) {
    for (const match of file.text.matchAll(FORBIDDEN))
      failures.push(`${file.path}:${lineAt(file.text, match.index)}: "${match[0]}" does not belong into the product`);
    for (const match of file.text.matchAll(MACHINE_PATH))
      failures.push(`${file.path}:${lineAt(file.text, match.index)}: "${match[0]}" is a path of one machine`);
  }
  return { failures, checked: files.length };
}

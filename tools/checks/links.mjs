import path from 'node:path';
import { lineAt } from './sources.mjs';

/** `[text](target)` and `![text](target "title")`. */
const LINK = /\]\(\s*<?([^)\s>]+)/g;

/** Documents that lead to a file of the checkout which is not there. What the product renders in tests is not followed. */
export function checkLinks(sources) {
  const known = new Set(sources.map((file) => file.path));
  const documents = sources.filter((file) => file.path.endsWith('.md') && !file.isTest);
  const failures = [];
  for (const file of documents) {
    const prose = file.text.replace(/^```[^]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '));
    for (const match of prose.matchAll(LINK)) {
      const [target = ''] = match[1].split('#');
      if (target === '' || /^[a-z]+:/i.test(target) || target.startsWith('/')) continue;
      const wanted = path.posix.normalize(path.posix.join(path.posix.dirname(file.path), decodeURI(target)));
      const folder = wanted.endsWith('/') ? wanted : `${wanted}/`;
      if (known.has(wanted) || [...known].some((each) => each.startsWith(folder))) continue;
      failures.push(`${file.path}:${lineAt(file.text, match.index)}: ${match[1]} is not there`);
    }
  }
  return { failures, checked: documents.length };
}

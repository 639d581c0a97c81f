import { scanReferences } from '../../platform/markup/index.ts';

export type Mention = { name: string; isDirect: boolean };

/** Beyond these a text reaches nobody more, so that one comment cannot call the whole instance. */
const MAX_MENTIONS = 50;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * People and groups that a Markdown text calls by `@name`, once each, lower case. Names in code are not calls. A name at
 * the start of a line addresses directly: `@ann, @ben: look`.
 */
export function mentionsIn(text: string): Mention[] {
  const found = new Map<string, boolean>();
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
      continue;
    }
    if (fence !== undefined || /^(?: {4}|\t| {0,3}>)/.test(line)) continue;
    const plain = withoutCode(line);
    const direct = directEnd(plain);
    for (const reference of scanReferences(plain)) {
      if (reference.kind !== 'user') continue;
      const name = reference.value.toLowerCase();
      if (!found.has(name) && found.size >= MAX_MENTIONS) continue;
      found.set(name, (found.get(name) ?? false) || reference.start < direct);
    }
  }
  return [...found].map(([name, isDirect]) => ({ name, isDirect }));
}

/** Code between backticks, blanked so that places stay the same. */
function withoutCode(line: string): string {
  return line.replace(/(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, (code) => ' '.repeat(code.length));
}

/** Where the names at the start of the line end. */
function directEnd(line: string): number {
  return /^\s*(?:@[\w.-]+(?:\/[\w.-]+)*[\s,:;]*)+/.exec(line)?.[0].length ?? 0;
}

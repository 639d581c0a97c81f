/** Where in a configuration something is typed. */
export type YamlPosition = {
  /** Keys around the cursor, from the outside; items of lists have no part of their own. */
  path: readonly string[];
  /** The key whose value is typed on this line; null where a key is typed. */
  valueOf: string | null;
  /** An item of a list: `- what is typed`. */
  isItem: boolean;
  /** What has been typed of the word, and where it begins in the line. */
  typed: string;
  from: number;
};

/** Indentation, dashes of list items, and the rest. */
const LINE = /^(\s*)((?:-\s+)*-?)(.*)$/;
const KEY = /^("[^"]*"|'[^']*'|[^\s#:'"[{][^:#]*?)\s*:(?:\s|$)/;

const keyIn = (text: string): string | undefined => KEY.exec(text)?.[1]?.replaceAll(/^["']|["']$/g, '');

function partsOf(line: string): { indent: number; rest: string; isItem: boolean } {
  const [, space = '', dashes = '', rest = ''] = LINE.exec(line) ?? [];
  return { indent: space.length + dashes.length, rest, isItem: dashes !== '' };
}

/** Keys that the line is in, by the indentation of the lines above it. */
function pathAbove(lines: readonly string[], indent: number, isItem: boolean): string[] {
  const path: string[] = [];
  // A list may stand as far left as its key.
  let limit = isItem ? indent : indent - 1;
  for (let at = lines.length - 1; at >= 0 && limit >= 0; at -= 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const { indent: keyIndent, rest, isItem: isInList } = partsOf(line);
    const key = keyIn(rest);
    if (key === undefined || keyIndent > limit) continue;
    // Beside it in the same item.
    if (isItem && keyIndent === limit && isInList) continue;
    path.unshift(key);
    limit = isInList ? line.search(/\S/) : keyIndent - 1;
    if (keyIndent === 0) break;
  }
  return path;
}

/** Null inside comments and texts of several lines, where nothing is completed. */
export function yamlPosition(lines: readonly string[], before: string): YamlPosition | null {
  if (/^\s*#|\s#/.test(before)) return null;
  const { indent, rest, isItem } = partsOf(before);
  const lead = before.length - rest.length;
  const dash = before.search(/\S/);
  const path = pathAbove(lines, isItem ? (dash === -1 ? indent : dash) : indent, isItem);
  const key = keyIn(`${rest} `);
  if (key === undefined) {
    const spaces = rest.length - rest.trimStart().length;
    return { path, valueOf: null, isItem, typed: rest.trimStart(), from: lead + spaces };
  }
  const value = rest.slice(rest.indexOf(':') + 1);
  // The last of `[a, b`.
  const typed = value.slice(Math.max(value.lastIndexOf('['), value.lastIndexOf(',')) + 1).trimStart();
  return { path, valueOf: key, isItem, typed, from: before.length - typed.length };
}

/** Names at the beginning of lines: jobs, hidden jobs and keys of the file. */
export function topLevelKeys(lines: readonly string[]): string[] {
  return lines.flatMap((line) => (/^[^\s#-]/.test(line) ? (keyIn(line) ?? []) : []));
}

/** Values of `stages:`, as a list in a line or below it. */
export function stagesIn(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => /^stages\s*:/.test(line));
  if (start === -1) return [];
  const unquote = (text: string) => text.trim().replaceAll(/^["']|["']$/g, '');
  const inline = /\[([^\]]*)/.exec(lines[start] ?? '')?.[1];
  if (inline !== undefined) return inline.split(',').map(unquote).filter(Boolean);
  const found: string[] = [];
  for (const line of lines.slice(start + 1)) {
    const item = /^\s*-\s+([^#]+)/.exec(line)?.[1];
    if (item === undefined && line.trim() !== '' && !line.trimStart().startsWith('#')) break;
    if (item !== undefined) found.push(unquote(item));
  }
  return found;
}

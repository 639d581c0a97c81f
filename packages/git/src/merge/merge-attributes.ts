import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directoriesOf, readAttributes } from '../diff/file-attributes.ts';
import type { GitConfigPairs } from '../process/git-environment.ts';

/** Files of attributes that are looked for, those near the root first. */
const MAX_DIRECTORIES = 1_024;
/** Only these change what git makes of two versions of a file; macros may hold them. */
const ABOUT_MERGING = /(?:^|[\s!-])(?:merge|binary)(?:[\s=]|$)|^\[attr\]/m;
/** Conflicts are shown and resolved by markers of the usual size. */
const USUAL_MARKERS = '* conflict-marker-size=7\n';

/**
 * Runs `work` with git settings by which a merge in a bare repository heeds the `.gitattributes` of the target, as one in a
 * clone of it does. They are given as one file of their own: git before 2.41 cannot be told a tree to read them from.
 * Undefined, and `work` does not run, when no attribute says anything about merging these paths.
 */
export async function withMergeAttributes<T>(
  repo: string,
  target: string,
  paths: readonly string[],
  work: (config: GitConfigPairs) => Promise<T>,
): Promise<T | undefined> {
  const text = await mergeAttributes(repo, target, paths);
  if (text === null) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'tributary-attributes-'));
  try {
    const file = join(folder, 'attributes');
    await writeFile(file, text);
    return await work([['core.attributesFile', file]]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function mergeAttributes(repo: string, target: string, paths: readonly string[]): Promise<string | null> {
  if (paths.length === 0) return null;
  const directories = directoriesOf(paths).slice(0, MAX_DIRECTORIES);
  const texts = await Promise.all(directories.map((directory) => readAttributes(repo, target, directory)));
  if (!texts.some((text) => text !== undefined && ABOUT_MERGING.test(text))) return null;
  // Deeper files come later, and later lines win.
  const files = directories.map((directory, index) => attributesBelow(directory, texts[index] ?? ''));
  return `${files.join('')}${USUAL_MARKERS}`;
}

/** The lines of one file as they read at the root. */
export function attributesBelow(directory: string, text: string): string {
  if (directory === '') return text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const prefix = `${directory.replaceAll(/[\\*?[]/g, '\\$&')}/`;
  let out = '';
  for (const line of text.split('\n')) {
    // Macros count in the file at the root alone.
    const match = /^[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^ \t#!"[]\S*|\[(?!attr\])\S*))([ \t].*)$/.exec(
      line.replace(/\r$/, ''),
    );
    if (match === null) continue;
    const [, quoted, plain = '', attributes = ''] = match;
    const pattern = quoted ?? quote(plain);
    if (pattern === '' || pattern.endsWith('/')) continue;
    const below = pattern.includes('/') ? pattern.replace(/^\//, '') : `**/${pattern}`;
    out += `"${quote(prefix)}${below}"${attributes}\n`;
  }
  return out;
}

/** As git quotes in C's way. */
function quote(text: string): string {
  return text.replaceAll(/["\\]/g, '\\$&');
}

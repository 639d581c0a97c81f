import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BRANCH_PREFIX, TAG_PREFIX } from './ref-name.ts';

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Names of the refs below a prefix that lie in files of their own. */
async function looseRefs(repo: string, prefix: string): Promise<string[]> {
  const root = join(repo, prefix);
  try {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.lock'))
      .map((entry) => join(entry.parentPath, entry.name).slice(repo.length + 1));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function packedRefs(repo: string): Promise<string[]> {
  try {
    const text = await readFile(join(repo, 'packed-refs'), 'latin1');
    return text.split('\n').flatMap((line) => (/^[0-9a-f]/.test(line) ? [line.slice(line.indexOf(' ') + 1)] : []));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/**
 * How many branches and tags there are, read from the files that hold them: a page that says so starts no process. Loose
 * refs first, as git does: one that is packed meanwhile is then found in the other place.
 */
export async function countRefs(repo: string): Promise<{ branches: number; tags: number }> {
  const [branches, tags] = await Promise.all([looseRefs(repo, BRANCH_PREFIX), looseRefs(repo, TAG_PREFIX)]);
  const names = new Set([...branches, ...tags]);
  for (const name of await packedRefs(repo)) {
    if (name.startsWith(BRANCH_PREFIX) || name.startsWith(TAG_PREFIX))
      names.add(Buffer.from(name, 'latin1').toString());
  }
  const counts = { branches: 0, tags: 0 };
  for (const name of names) counts[name.startsWith(BRANCH_PREFIX) ? 'branches' : 'tags'] += 1;
  return counts;
}

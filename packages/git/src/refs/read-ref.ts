import { assertFullRef } from '../objects/object-id.ts';
import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { runGit } from '../process/run-git.ts';

/** What a full ref points at now (a tag object for annotated tags), or undefined. No process of its own. */
export async function readRef(repo: string, ref: string): Promise<string | undefined> {
  const info = await sharedCatFiles().info(repo, assertFullRef(ref));
  return info?.oid;
}

/** Of more refs all of their kind are listed, instead of asking for each. */
const MAX_SINGLE_READS = 200;

export async function readRefs(repo: string, refs: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (refs.length > MAX_SINGLE_READS) {
    const wanted = new Set(refs);
    const folders = new Set(refs.map((ref) => assertFullRef(ref).split('/', 2).join('/')));
    for (const { ref, sha } of await listRefNames(repo, [...folders])) if (wanted.has(ref)) found.set(ref, sha);
    return found;
  }
  await Promise.all(
    refs.map(async (ref) => {
      const sha = await readRef(repo, ref);
      if (sha !== undefined) found.set(ref, sha);
    }),
  );
  return found;
}

/** Every ref below a prefix such as `refs/heads/`, or below one of several, sorted by name. */
export async function listRefNames(
  repo: string,
  prefix: string | readonly string[],
): Promise<{ ref: string; sha: string }[]> {
  const output = await runGit(repo, ['for-each-ref', '--format=%(objectname) %(refname)'], {
    revs: typeof prefix === 'string' ? [prefix] : prefix,
  });
  return output
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const space = line.indexOf(' ');
      return { sha: line.slice(0, space), ref: line.slice(space + 1) };
    });
}

/** Has the repository no branch and no tag? */
export async function isEmptyRepository(repo: string): Promise<boolean> {
  const output = await runGit(repo, ['for-each-ref', '--count=1', '--format=%(refname)'], {
    revs: ['refs/heads/', 'refs/tags/'],
  });
  return output.length === 0;
}

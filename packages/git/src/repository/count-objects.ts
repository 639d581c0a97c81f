import { runGit } from '../process/run-git.ts';

/** The lines of `count-objects -v`; sizes are in KiB. */
export async function countObjects(repo: string): Promise<(key: string) => number> {
  const output = (await runGit(repo, ['count-objects', '-v'])).toString('latin1');
  const values = new Map(
    output
      .split('\n')
      .map((line) => line.split(': ', 2))
      .map(([key = '', value = '']) => [key, Number(value)]),
  );
  return (key) => values.get(key) ?? 0;
}

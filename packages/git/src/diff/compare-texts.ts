import { withScratchObjects, type ScratchObjects } from '../merge/scratch-objects.ts';
import { runGit } from '../process/run-git.ts';

/** The hunks between two texts that are no objects of the repository: git compares them in a place of their own. */
export async function compareTexts(
  repo: string,
  old: string | Buffer,
  now: string | Buffer,
  {
    ignoreWhitespace = false,
    contextLines = 3,
    maxBytes,
  }: { ignoreWhitespace?: boolean; contextLines?: number; maxBytes?: number } = {},
): Promise<Buffer> {
  const output = await withScratchObjects(repo, async (scratch) => {
    const revs = [await write(repo, old, scratch), await write(repo, now, scratch)];
    const args = [
      'diff',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      '--full-index',
      '--text',
      `-U${contextLines}`,
    ];
    const of = { ...scratch, revs, ...(maxBytes !== undefined && { maxOutputBytes: maxBytes }) };
    return runGit(repo, ignoreWhitespace ? [...args, '-w'] : args, of);
  });
  const start = output.indexOf('\n@@ ');
  return start === -1 ? Buffer.alloc(0) : output.subarray(start + 1);
}

async function write(repo: string, text: string | Buffer, scratch: ScratchObjects): Promise<string> {
  const output = await runGit(repo, ['hash-object', '-w', '--stdin'], { ...scratch, stdin: text });
  return output.toString('latin1').trim();
}

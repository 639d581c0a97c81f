import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGit } from '../process/run-git.ts';
import type { FileNode } from './tree-overlay.ts';

/** Stores all contents with one process. */
export async function saveFiles(repo: string, files: readonly FileNode[]): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  if (files.length === 1) {
    const output = await runGit(repo, ['hash-object', '-w', '--stdin'], { stdin: first.content ?? Buffer.alloc(0) });
    first.oid = output.toString('latin1').trim();
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), `tributary-blobs-${randomBytes(4).toString('hex')}-`));
  try {
    const names: string[] = [];
    for (const [index, file] of files.entries()) {
      const name = join(folder, String(index));
      await writeFile(name, file.content ?? Buffer.alloc(0));
      names.push(name);
    }
    const output = await runGit(repo, ['hash-object', '-w', '--no-filters', '--stdin-paths'], {
      stdin: `${names.join('\n')}\n`,
      timeoutMs: 120_000,
    });
    const oids = output.toString('latin1').trim().split('\n');
    files.forEach((file, index) => {
      file.oid = oids[index] ?? null;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

import { createHash } from 'node:crypto';
import path from 'node:path';

/** Where a project's repository lies. The path depends on the id alone, so renames and moves never touch the disk. */
export type RepositoryStore = { directory(projectId: number): string; root: string };

export function createRepositoryStore(root: string): RepositoryStore {
  return {
    root,
    directory(projectId) {
      const hash = createHash('sha256').update(String(projectId)).digest('hex');
      return path.join(root, hash.slice(0, 2), hash.slice(2, 4), `${projectId}.git`);
    },
  };
}

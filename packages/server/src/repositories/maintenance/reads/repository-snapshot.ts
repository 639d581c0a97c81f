import { snapshotRepository } from '@tributary/git';
import type { Readable } from 'node:stream';
import type { Context } from '../../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../../projects/index.ts';

/** The repository of a project with all refs as a tar file. */
export function openSnapshot(ctx: Context, access: ProjectAccess): Readable {
  return snapshotRepository(repositoryOf(ctx, access));
}

import type { Extensions } from '../../platform/extensions.ts';
import { branchRef, isEmptyRepository, readRef } from '@tributary/git';
import { type Context } from '../../platform/context.ts';
import { onEvent } from '../../platform/events.ts';
import { projectById, setEmptiness } from '../../projects/index.ts';
import type {} from '../events.ts';

/** Keeps what lists say of a repository true to what is in it. */
async function noteContents(ctx: Context, projectId: number): Promise<void> {
  const project = await projectById(ctx.db, projectId);
  if (!project || project.repository_state !== 'ready') return;
  const directory = ctx.repositories.directory(projectId);
  const name = project.default_branch;
  // Without a process, as nearly always.
  const hasDefault = name !== null && (await readRef(directory, branchRef(name))) !== undefined;
  const isEmpty = !hasDefault && (await isEmptyRepository(directory));
  if (isEmpty !== project.is_empty) await setEmptiness(ctx.db, projectId, isEmpty);
}

export const refUpdatesNoteContents: Extensions = [
  onEvent('push.received', 'emptiness', (ctx, event) => noteContents(ctx, event.data.projectId)),
  onEvent('project.forked', 'emptiness', (ctx, event) => noteContents(ctx, event.data.projectId)),
];

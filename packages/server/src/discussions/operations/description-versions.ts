import { AppError, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { publish } from '../../platform/events.ts';
import { changedTasks, type SourceTask } from '../../platform/markup/index.ts';
import { defineOperation } from '../../platform/operation.ts';
import { can } from '../../platform/policy/policy.ts';
import { columnsOf } from '../../projects/index.ts';
import { descriptionOf, type Noteable } from '../noteable.ts';
import { escapeMarkdown } from '../rules/note-text.ts';
import {
  type DescriptionVersionRow,
  findDescriptionVersion,
  findVersionBefore,
  insertDescriptionVersion,
  wipeDescriptionVersions,
} from '../store/description-versions.ts';
import { addSystemNote } from './add-system-note.ts';
import { keyOf } from '../noteable-now.ts';

/** More ticked at once are told as a change of the text. */
const MAX_TASK_NOTES = 20;
const MAX_TASK_CHARS = 200;

/**
 * Notes down that the description changed, and keeps both texts so that they can be compared. A change of nothing but the
 * checklist is told task by task instead.
 */
export async function addDescriptionNote(
  ctx: Context,
  noteable: Noteable,
  texts: { before: string; after: string },
): Promise<void> {
  const ticked = changedTasks(texts.before, texts.after);
  if (ticked && ticked.length <= MAX_TASK_NOTES) {
    for (const task of ticked) await addSystemNote(ctx, noteable, { action: 'task', body: taskText(task) });
    return;
  }
  const key = { ...keyOf(noteable), ...columnsOf(noteable.place) };
  const descriptionVersionId = await insertDescriptionVersion(ctx.db, key, texts);
  await addSystemNote(ctx, noteable, { action: 'description', body: 'changed the description', descriptionVersionId });
}

function taskText({ text, state }: SourceTask): string {
  const name =
    text.length > MAX_TASK_CHARS || text.includes('*') ? escapeMarkdown(text.slice(0, MAX_TASK_CHARS)) : text;
  return `marked the checklist item **${name}** as ${state === 'done' ? 'completed' : 'incomplete'}`;
}

/** Taking a text out of the history: maintainers, e.g. when a secret was in it. */
export function canDeleteVersion(ctx: Context, noteable: Noteable): Refusal | null {
  return can(ctx.actor, 'delete_description_version', noteable.policy);
}

type VersionInput = { noteable: Noteable; versionId: number; startVersionId?: number | undefined };

export async function getVersion(ctx: Context, noteable: Noteable, id: number): Promise<DescriptionVersionRow> {
  const row = await findDescriptionVersion(ctx.db, keyOf(noteable), id);
  if (!row) throw new AppError('not_found', { resource: 'Description version' });
  return row;
}

/** What the description was before a change, or before the first of a run; nothing where that was deleted. */
export function versionBefore(
  ctx: Context,
  noteable: Noteable,
  { versionId, startVersionId = versionId }: Omit<VersionInput, 'noteable'>,
): Promise<DescriptionVersionRow | undefined> {
  return findVersionBefore(ctx.db, keyOf(noteable), Math.min(startVersionId, versionId));
}

/**
 * Forgets the texts from the first of a run to this one; with the first change of all also the text that it changed, which
 * would stand in the next comparison otherwise. What the description says now stays.
 */
export const deleteDescriptionVersion = defineOperation<VersionInput, DescriptionVersionRow, void>({
  name: 'description_version.delete',
  load: (ctx, { noteable, versionId }) => getVersion(ctx, noteable, versionId),
  check: (ctx, _row, { noteable }) => canDeleteVersion(ctx, noteable),
  run: async (ctx, row, { noteable, startVersionId }) => {
    const from = Math.min(startVersionId ?? row.id, row.id);
    const noteIds = await wipeDescriptionVersions(ctx.db, keyOf(noteable), { from, to: row.id });
    await audit(ctx, 'description_version.delete', { type: noteable.type, id: noteable.id }, { from, to: row.id });
    for (const noteId of noteIds) await publish(ctx, noteable.topic, 'note.updated', { noteId });
  },
});

/**
 * Makes the description what it was after this change, or before it (before the first of a run). The thing's own operation
 * asks for the right.
 */
export async function restoreDescriptionVersion(
  ctx: Context,
  { noteable, versionId, startVersionId, side }: VersionInput & { side: 'before' | 'after' },
): Promise<void> {
  const row = await getVersion(ctx, noteable, versionId);
  const wanted = side === 'after' ? row : await versionBefore(ctx, noteable, { versionId, startVersionId });
  const description = descriptionOf(noteable.type);
  if (!wanted || wanted.body === null || !description)
    throw new AppError('not_found', { resource: 'Description version' });
  await description.set(ctx, noteable, wanted.body);
}

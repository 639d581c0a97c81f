import type { Extensions } from '../../platform/extensions.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { Context } from '../../platform/context.ts';
import { plainText } from '../../platform/markup/index.ts';
import { type Activity, projectOf, recordActivities } from '../../projects/index.ts';
import { getVisibleCommit } from '../../repositories/index.ts';
import { defineHookPayload } from '../../webhooks/index.ts';
import { awardHook } from '../award-hook.ts';
import { noteHook } from '../note-hook.ts';
import type { ChangedNote, Noteable } from '../noteable.ts';
import { noteableById } from '../reads/noteable-by-ids.ts';

/** Adds comments to the activity of their writer and the project, each with its beginning as plain text. */
export async function recordCommitComments(
  ctx: Context,
  { place, title, path }: Noteable,
  notes: readonly ChangedNote[],
): Promise<void> {
  const entryOf = (note: ChangedNote): Activity => ({
    projectId: place.id,
    action: 'commented on',
    ability: 'read_code',
    feature: 'repository',
    targetType: 'note',
    targetId: note.id,
    targetTitle: title,
    targetPath: `${path}#note_${note.id}`,
    detail: plainText(note.body),
  });
  await recordActivities(ctx, notes.map(entryOf));
}

async function commitPart(ctx: Context, { place, commitSha = '' }: Noteable) {
  const access = projectOf(place);
  const { sha, subject, message, author } = await getVisibleCommit(ctx, access, commitSha);
  return {
    commit: {
      id: sha,
      title: subject,
      message,
      timestamp: author.date,
      url: `${ctx.config.url}${repositoryPaths.commit(access.project.full_path, sha)}`,
      author: { name: author.name, email: author.email },
    },
  };
}

export const commitsRecordCommitComments: Extensions = [
  defineHookPayload(
    'note.created',
    async (ctx, { data }) => {
      const noteable = data.noteableType === 'Commit' ? await noteableById(ctx, 'Commit', data.noteableId) : undefined;
      return noteable ? noteHook(ctx, noteable, data.noteId, () => ({ thing: () => commitPart(ctx, noteable) })) : null;
    },
    'commit-hooks',
  ),
  defineHookPayload(
    'award_emoji.changed',
    async (ctx, event) => {
      const { noteableType, noteableId } = event.data;
      const noteable = noteableType === 'Commit' ? await noteableById(ctx, 'Commit', noteableId) : undefined;
      return noteable ? awardHook(ctx, noteable, event, () => commitPart(ctx, noteable)) : null;
    },
    'commit-hooks',
  ),
];

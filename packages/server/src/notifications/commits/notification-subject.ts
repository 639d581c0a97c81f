import type { Extensions } from '../../platform/extensions.ts';
import { mapUsersByConfirmedEmail } from '../../accounts/index.ts';
import { noteableById } from '../../discussions/index.ts';
import { featureIsReadable, projectOf } from '../../projects/index.ts';
import { onEvent } from '../../platform/events.ts';
import { getVisibleCommit } from '../../repositories/index.ts';
import { defineNotificationSubject } from '../notification-subject.ts';
import {
  addCommitUnsubscribe,
  deleteCommitUnsubscribe,
  listUnsubscribedFromCommit,
} from '../store/commit-unsubscribes.ts';

export const commitsNotificationSubject: Extensions = [
  /** Who wrote the commit hears of what is said on it, if the address is one that someone here has confirmed. */
  defineNotificationSubject({
    type: 'Commit',
    noun: 'commit',
    canBeMarked: false,
    isReadable: (viewer) => featureIsReadable(viewer, 'repository', 20),
    concerned: async (ctx, id) => {
      const noteable = await noteableById(ctx, 'Commit', id);
      if (!noteable) return undefined;
      const { author } = await getVisibleCommit(ctx, projectOf(noteable.place), noteable.commitSha ?? '');
      const email = author.email.toLowerCase();
      const writer = (await mapUsersByConfirmedEmail(ctx, [email])).get(email);
      const left = await listUnsubscribedFromCommit(ctx.db, id);
      return {
        noteable: { ...noteable, authorId: writer?.id ?? null },
        isOpen: true,
        description: '',
        assigned: [],
        reviewers: [],
        chosen: new Map(left.map((userId) => [userId, 'mention'])),
      };
    },
    showDescription: async () => ({ text: '', html: '' }),
    eventOf: (kind) => (kind === 'commented' ? 'new_note' : undefined),
    stop: (ctx, id) => addCommitUnsubscribe(ctx.db, id, ctx.actor.id),
  }),
  /** A commit has no switch to turn the mails on again: who says something there wants to hear the answers. */
  onEvent('note.created', 'return-to-commit', async (ctx, { data, actorId, createdAt }) => {
    if (data.noteableType !== 'Commit' || actorId === null) return;
    await deleteCommitUnsubscribe(ctx.db, data.noteableId, actorId, createdAt);
  }),
];

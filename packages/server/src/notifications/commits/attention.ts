import { mapUsersByConfirmedEmail } from '../../accounts/index.ts';
import { noteableById } from '../../discussions/index.ts';
import { getVisibleCommit } from '../../projects/index.ts';
import { defineAttention } from '../attention.ts';

/** Who wrote the commit hears of what is said on it, if the address is one that somebody here has confirmed. */
defineAttention({
  type: 'Commit',
  noun: 'commit',
  concerned: async (ctx, id) => {
    const noteable = await noteableById(ctx, 'Commit', id);
    if (!noteable) return undefined;
    const { author } = await getVisibleCommit(ctx, noteable.access, noteable.commitSha ?? '');
    const email = author.email.toLowerCase();
    const writer = (await mapUsersByConfirmedEmail(ctx, [email])).get(email);
    return {
      noteable: { ...noteable, authorId: writer?.id ?? null },
      isOpen: true,
      description: '',
      assigned: [],
      reviewers: [],
      chosen: new Map(),
    };
  },
  showDescription: async () => ({ text: '', html: '' }),
  eventOf: (kind) => (kind === 'commented' ? 'new_note' : undefined),
});

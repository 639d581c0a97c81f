import type { Extensions } from '../../../platform/extensions.ts';
import { defineQuickAction } from '../../../discussions/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type Container, projectOf } from '../../../projects/index.ts';
import { canAdminIssue, canOnNewIssue } from '../abilities.ts';
import { findIssueAccess } from '../issue-access.ts';
import { ISSUE_NOTEABLE } from '../noteable.ts';
import { MAX_IN_ONE_COMMAND, readAddresses } from './addresses.ts';
import { addEmailParticipants, removeEmailParticipants } from './change-participants.ts';
import { listEmailParticipants } from './store.ts';

const WORDS = `email1@example.com email2@example.com (up to ${MAX_IN_ONE_COMMAND} emails)`;

export const emailParticipantsQuickActions: Extensions = [
  () => {
    for (const [name, verb, change] of [
      ['add_email', 'Add', addEmailParticipants],
      ['remove_email', 'Remove', removeEmailParticipants],
    ] as const) {
      const done = verb === 'Add' ? 'Added' : 'Removed';
      defineQuickAction({
        name,
        types: [ISSUE_NOTEABLE],
        description: `${verb} email participants`,
        params: WORDS,
        isAvailable: async (ctx, { id }) => {
          const found = await findIssueAccess(ctx, id);
          if (!found || canAdminIssue(ctx.actor, found) !== null) return false;
          return name === 'add_email' || (await listEmailParticipants(ctx.db, id)).length > 0;
        },
        ...(name === 'add_email' && {
          isForNew: (ctx: Context, place: Container) => canOnNewIssue(ctx, projectOf(place), 'admin'),
        }),
        explain: (args) => {
          const { addresses } = readAddresses(args);
          return `${verb}s email participant(s)${addresses.length > 0 ? ` ${addresses.join(', ')}` : ''}.`;
        },
        run: async (ctx, { id }, args) => {
          const addresses = await change(ctx, { issueId: id, written: args });
          return { message: `${done} ${addresses.join(', ')}.` };
        },
      })();
    }
  },
];

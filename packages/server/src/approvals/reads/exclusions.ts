import { mapUsersByConfirmedEmail } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { commitMembers } from '../store/approvers.ts';

const CO_AUTHOR = /^co-authored-by:[^\n<]{0,500}<([^<>\s]{1,320})>/gim;

/**
 * Who committed to these merge requests: users behind committers, authors and co-authors of the commits, and users who
 * pushed, also by applying suggestions or rebasing.
 */
export async function committersOf(
  ctx: Context,
  mergeRequestIds: readonly number[],
): Promise<Map<number, Set<number>>> {
  const found = new Map<number, Set<number>>(mergeRequestIds.map((id) => [id, new Set()]));
  const { commits, pushers } = await commitMembers(ctx.db, mergeRequestIds);
  const emailsOf = new Map(
    commits.map(({ mergeRequestId, emails, messages }) => {
      const coAuthors = messages.flatMap((message) => [...message.matchAll(CO_AUTHOR)].map((match) => match[1] ?? ''));
      return [mergeRequestId, [...emails, ...coAuthors].map((email) => email.toLowerCase())];
    }),
  );
  const users = await mapUsersByConfirmedEmail(ctx, [...emailsOf.values()].flat());
  for (const [id, emails] of emailsOf) {
    for (const email of emails) {
      const user = users.get(email);
      if (user) found.get(id)?.add(user.id);
    }
  }
  for (const { mergeRequestId, userId } of pushers) found.get(mergeRequestId)?.add(userId);
  return found;
}

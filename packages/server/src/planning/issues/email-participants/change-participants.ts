import { AppError, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { actorId } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { limiterFor } from '../../../platform/rate-limiter.ts';
import { canAdminIssue } from '../abilities.ts';
import type { IssueAccess } from '../issue-access.ts';
import { loadIssue } from '../operations/load-issue.ts';
import { addressKey, MAX_IN_ONE_COMMAND, MAX_ON_ONE_ISSUE, participantsText, readAddresses } from './addresses.ts';
import { deleteEmailParticipants, insertEmailParticipants, listEmailParticipants } from './store.ts';
import { publishParticipantsChange } from './publish-participants-change.ts';

type Input = { issueId: number; written: string };

/** So many addresses one user brings in: nobody uses the product to write to half the world. */
const PER_PERSON = { limit: 60, windowMs: 3_600_000 };

/** Those who work on issues of the project; they all may read confidential ones and addresses. */
const check = (ctx: Context, found: IssueAccess): Refusal | null => canAdminIssue(ctx.actor, found);

/** From now on these addresses are told by mail what is said here. Gives those that were not there before. */
export const addEmailParticipants = defineOperation<Input, IssueAccess, string[]>({
  name: 'issue.add_email_participants',
  load: (ctx, input) => loadIssue(ctx, input.issueId),
  check,
  run: async (ctx, found, { written }) => {
    const addresses = addressesOf(written);
    const before = await listEmailParticipants(ctx.db, found.row.id);
    const known = new Set(before.map(({ email }) => addressKey(email)));
    const fresh = addresses.filter((address) => !known.has(addressKey(address)));
    if (fresh.length === 0) throw new AppError('email_participants_known');
    if (before.length + fresh.length > MAX_ON_ONE_ISSUE)
      throw new AppError('email_participants_limit', { limit: MAX_ON_ONE_ISSUE });
    countAdded(ctx, fresh.length);
    await insertEmailParticipants(ctx.db, found.row.id, fresh);
    await publishParticipantsChange(ctx, found, participantsText('added', fresh));
    return fresh;
  },
});

/** Gives the addresses that are told nothing any more. */
export const removeEmailParticipants = defineOperation<Input, IssueAccess, string[]>({
  name: 'issue.remove_email_participants',
  load: (ctx, input) => loadIssue(ctx, input.issueId),
  check,
  run: async (ctx, found, { written }) => {
    const wanted = new Set(addressesOf(written).map((address) => addressKey(address)));
    const gone = (await listEmailParticipants(ctx.db, found.row.id)).filter(({ email }) =>
      wanted.has(addressKey(email)),
    );
    if (gone.length === 0) throw new AppError('email_participants_unknown');
    const addresses = gone.map(({ email }) => email);
    await deleteEmailParticipants(
      ctx.db,
      gone.map(({ id }) => id),
    );
    await publishParticipantsChange(ctx, found, participantsText('removed', addresses));
    return addresses;
  },
});

/** All or none: half of what was asked for is easily overlooked. */
function addressesOf(written: string): string[] {
  const { addresses, invalid } = readAddresses(written);
  if (invalid[0] !== undefined) throw new AppError('email_address_invalid', { address: invalid[0].slice(0, 100) });
  if (addresses.length > MAX_IN_ONE_COMMAND)
    throw new AppError('email_participants_at_once', { limit: MAX_IN_ONE_COMMAND });
  return addresses;
}

function countAdded(ctx: Context, count: number): void {
  const limiter = limiterFor(ctx, 'email-participants', PER_PERSON);
  for (let each = 0; each < count; each += 1) {
    const state = limiter.hit(String(actorId(ctx.actor)), ctx.clock.now());
    if (state.isExceeded) throw new AppError('too_many_attempts', { seconds: state.retryAfterSeconds });
  }
}

import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type Context, transact } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { mayOnInstance } from '../abilities.ts';
import { mailRejected } from '../mails.ts';
import { lockAnybody } from '../self.ts';
import { deleteUser } from './delete-user.ts';

/** Removes an account that waits for approval, and tells its address. */
export async function rejectUser(ctx: Context, id: number): Promise<void> {
  guard(mayOnInstance(ctx, 'administer'));
  await transact(ctx, async (inner) => {
    const user = await lockAnybody(inner, id);
    if (user.state !== 'pending_approval') throw new AppError('user_not_pending');
    await mailRejected(inner, user);
    await deleteUser(inner, { id });
  });
}

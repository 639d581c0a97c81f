import type { Context } from '../../platform/context.ts';
import { choiceOf } from '../rules/wants.ts';
import { type ChosenFor, choicesOf } from '../store/settings.ts';

/** Whether a user wants mail about what they did themselves, such as a pipeline that they started. */
export async function wantsOwnMail(ctx: Context, userId: number, place: ChosenFor): Promise<boolean> {
  const { level } = choiceOf((await choicesOf(ctx.db, [userId], place)).get(userId) ?? []);
  return level !== 'disabled' && level !== 'mention';
}

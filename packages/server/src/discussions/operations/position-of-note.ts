import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import { fail } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { type Noteable, noteableDescriptor } from '../noteable.ts';
import { positionInvalid } from '../rules/check-position.ts';

export type PositionInput = {
  position?: DiffPosition | null | undefined;
  /** As older clients name a line of the changes that they see. */
  lineCode?: string | null | undefined;
  commitId?: string | undefined;
};

/**
 * The place a form asks for: its position or, where there is none, the line that its code names in the newest changes.
 * Undefined when neither is given. Fails with `position_invalid` for a code that names no changed file.
 */
export async function positionOfNote(
  ctx: Context,
  noteable: Noteable,
  { position, lineCode, commitId }: PositionInput,
): Promise<DiffPosition | undefined> {
  if (position || !lineCode) return position ?? undefined;
  const { positionOfCode } = noteableDescriptor(noteable.type);
  if (!positionOfCode) fail('position_invalid', { reason: 'there is no diff' });
  const found = await positionOfCode(ctx, noteable, lineCode, commitId);
  if (!found) throw positionInvalid('the line does not exist');
  return found;
}

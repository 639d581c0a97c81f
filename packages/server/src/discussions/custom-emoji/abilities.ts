import type { Refusal } from '@tributary/contract/errors/app-error.ts';
import { type Actor, actorId } from '../../platform/actor.ts';
import { can } from '../../platform/policy/policy.ts';
import type { NamespaceAccess } from '../../projects/index.ts';
import type { CustomEmojiRow } from './store.ts';

/** Who made it, while they work in the group, and maintainers. */
export function canDestroyEmoji(
  actor: Actor,
  { policy }: Pick<NamespaceAccess, 'policy'>,
  { creator_id: creator }: Pick<CustomEmojiRow, 'creator_id'>,
): Refusal | null {
  return can(actor, 'destroy_custom_emoji', { ...policy, isOwn: creator !== null && creator === actorId(actor) });
}

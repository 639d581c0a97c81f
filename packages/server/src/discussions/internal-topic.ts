import type { Extensions } from '../platform/extensions.ts';
import type { Context } from '../platform/context.ts';
import { defineTopic } from '../platform/realtime/topics.ts';
import { canReadInternal } from './abilities.ts';
import { type Noteable, noteableDescriptor, noteableTypes } from './noteable.ts';

const PREFIX = 'internal_notes';

/** Where is told what concerns the internal notes of a thing; null where there can be none. */
export function internalTopic({ type, id }: Pick<Noteable, 'type' | 'id'>): string | null {
  return noteableDescriptor(type).allowsInternal ? `${PREFIX}:${type}-${id}` : null;
}

/** Where news of a note are told: those of internal ones only to whom may read these. Null: nowhere. */
export function topicOfNote(noteable: Noteable, { is_internal: isInternal }: { is_internal: boolean }): string | null {
  return isInternal ? internalTopic(noteable) : noteable.topic;
}

async function mayHearInternal(ctx: Context, name: string): Promise<boolean> {
  const [, type = '', id = ''] = /^(\w+)-(\d{1,15})$/.exec(name) ?? [];
  if (!noteableTypes().includes(type)) return false;
  const noteable = await noteableDescriptor(type).findById(ctx, Number(id));
  return noteable !== undefined && canReadInternal(ctx.actor, noteable);
}

export const discussionsInternalTopic: Extensions = [defineTopic(PREFIX, mayHearInternal)];

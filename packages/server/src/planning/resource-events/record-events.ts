import type { Noteable } from '../../discussions/index.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { insertResourceEvents } from './events-store.ts';

export type ResourceEvent = {
  kind: 'label' | 'milestone' | 'state' | 'weight';
  /** `add`, `remove`, or the new state. */
  action: string;
  labelId?: number | null;
  milestoneId?: number | null;
  sourceMergeRequestId?: number | null;
  weight?: number | null;
};

/** What something was made with counts as put on it at that moment. */
export function eventsOfCreation(
  labelIds: readonly number[],
  milestoneId: number | null,
  weight: number | null = null,
): ResourceEvent[] {
  return [
    ...labelIds.map((labelId) => ({ kind: 'label' as const, action: 'add', labelId })),
    ...(milestoneId === null ? [] : [{ kind: 'milestone' as const, action: 'add', milestoneId }]),
    ...(weight === null ? [] : [{ kind: 'weight' as const, action: 'add', weight }]),
  ];
}

/** Keeps changes of labels, milestone, state and weight for programs that ask for them, in the transaction of the change. */
export async function recordResourceEvents(
  ctx: Context,
  noteable: Noteable,
  events: readonly ResourceEvent[],
): Promise<void> {
  await insertResourceEvents(
    ctx.db,
    events.map((event) => ({
      noteable_type: noteable.type,
      noteable_id: noteable.id,
      project_id: noteable.place.id,
      kind: event.kind,
      action: event.action,
      user_id: actorId(ctx.actor) ?? null,
      label_id: event.labelId ?? null,
      milestone_id: event.milestoneId ?? null,
      source_merge_request_id: event.sourceMergeRequestId ?? null,
      weight: event.weight ?? null,
    })),
  );
}

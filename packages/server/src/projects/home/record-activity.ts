import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { Ability } from '../../platform/policy/permissions.ts';
import {
  type ActivityAction,
  deleteActivityOf,
  deleteLastActivity,
  deleteTargetEvents,
  insertUserEvents,
  setActivityAbility,
  setTargetDetail,
} from './activity-store.ts';

export type Activity = {
  /** The actor when left out; nothing is recorded when nobody acts. */
  authorId?: number | undefined;
  projectId: number;
  /** `opened`, `closed`, `accepted`, `commented on`, `pushed to`, `pushed new`, `deleted`, `approved`, `joined`, `left`. */
  action: string;
  /** Who has this on the project may read the entry; asked again at every read. */
  ability: Ability;
  feature?: 'repository' | 'merge_requests' | 'issues' | undefined;
  /** `merge_request`, `issue`, `note`, `milestone`, `branch`, `tag`. */
  targetType?: string | undefined;
  targetId?: number | undefined;
  targetIid?: number | undefined;
  targetTitle?: string | undefined;
  /** Path on this server that the entry leads to. */
  targetPath?: string | undefined;
  /** Short plain text below, such as the start of a comment. */
  detail?: string | undefined;
  /** Only of pushes. */
  push?: PushActivity | undefined;
};

export type PushActivity = {
  commit_count: number;
  action: 'created' | 'pushed' | 'removed';
  ref_type: 'branch' | 'tag';
  commit_from: string | null;
  commit_to: string | null;
  ref: string | null;
  commit_title: string | null;
  /** Where one push changed many refs alike, which have one entry together. */
  ref_count: number | null;
};

const MAX_TEXT = 300;

/** Adds an entry to the activity of a user and a project, in the transaction of what it tells. */
export function recordActivity(ctx: Context, activity: Activity): Promise<void> {
  return recordActivities(ctx, [activity]);
}

/** The same for what one act led to. */
export async function recordActivities(ctx: Context, activities: readonly Activity[]): Promise<void> {
  const createdAt = ctx.clock.now();
  const rows = activities.flatMap((activity) => {
    const authorId = activity.authorId ?? actorId(ctx.actor);
    if (authorId === undefined) return [];
    return {
      author_id: authorId,
      project_id: activity.projectId,
      action: activity.action,
      ability: activity.ability,
      feature: activity.feature ?? null,
      target_type: activity.targetType ?? null,
      target_id: activity.targetId ?? null,
      target_iid: activity.targetIid ?? null,
      target_title: (activity.targetTitle ?? '').slice(0, MAX_TEXT),
      target_path: activity.targetPath ?? null,
      detail: (activity.detail ?? '').slice(0, MAX_TEXT),
      push_data: activity.push ? JSON.stringify(activity.push) : null,
      created_at: createdAt,
    };
  });
  await insertUserEvents(ctx.db, rows);
}

type OfThing = { projectId: number; path: string };

/** Who may read the entries about a thing from now on, by the path of its page: it became confidential, or is no more. */
export async function changeActivityAbility(ctx: Context, thing: OfThing & { ability: Ability }): Promise<void> {
  await setActivityAbility(ctx.db, thing.projectId, thing.path, thing.ability);
}

/** Takes away the entries about a thing that is gone. */
export async function removeActivity(ctx: Context, { projectId, path }: OfThing): Promise<void> {
  await deleteActivityOf(ctx.db, projectId, path);
}

/** What the entries about a comment show of it: its words as they are now; none (`null`) when it is gone. */
export async function retellNote(ctx: Context, noteId: number, words: string | null): Promise<void> {
  const target = { targetType: 'note', targetId: noteId };
  if (words === null) await deleteTargetEvents(ctx.db, target);
  else await setTargetDetail(ctx.db, target, words.slice(0, MAX_TEXT));
}

/** Takes the last entry about an action away that was undone. */
export async function removeLastActivity(ctx: Context, deed: ActivityAction): Promise<void> {
  await deleteLastActivity(ctx.db, deed);
}

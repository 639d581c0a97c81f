import { copyAwardsOf, type Noteable } from '../../../discussions/index.ts';
import type { Context } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { copyTime } from '../../time-tracking/time-store.ts';
import { type IssueAccess, issueTopic } from '../issue-access.ts';
import { issueNoteable } from '../noteable.ts';
import { noteIssueFacts } from '../store/issues.ts';
import { copyIssueLinks } from '../store/links.ts';

/**
 * What an issue has besides its words, kept when it moves: reactions, time, links to others and who edited it last. Links
 * go along whoever moves it: their other ends are shown only to those who may see them.
 */
export async function carryAlong(ctx: Context, found: IssueAccess, to: Noteable): Promise<void> {
  const from = issueNoteable(found);
  await copyAwardsOf(ctx, from, to);
  await copyTime(ctx.db, from, to, to.place.id);
  await noteIssueFacts(ctx.db, to.id, {
    last_edited_at: found.row.last_edited_at,
    last_edited_by_id: found.row.last_edited_by_id,
  });
  for (const id of await copyIssueLinks(ctx.db, from.id, to.id))
    await publish(ctx, issueTopic(id), 'changed', { id, changed: ['links'] });
}

import type { IssueLinkType } from '@tributary/contract/planning/issue-inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { addSystemNote, type Noteable } from '../../../discussions/index.ts';
import type { Context } from '../../../platform/context.ts';
import { publish } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { canAdminIssue } from '../abilities.ts';
import { getIssueAccess, type IssueAccess, issueTopic } from '../issue-access.ts';
import { issueNoteable } from '../noteable.ts';
import { deleteIssueLink, findIssueLink, findLinkBetween, insertIssueLink, type IssueLinkRow } from '../store/links.ts';
import { loadIssue } from './load-issue.ts';

/** The other end as this one names it. */
const REVERSED: Record<IssueLinkType, IssueLinkType> = {
  relates_to: 'relates_to',
  blocks: 'is_blocked_by',
  is_blocked_by: 'blocks',
};

const TEXTS: Record<IssueLinkType, string> = {
  relates_to: 'marked this issue as related to',
  blocks: 'marked this issue as blocking',
  is_blocked_by: 'marked this issue as blocked by',
};

const REMOVED: Record<IssueLinkType, string> = {
  relates_to: 'removed the relation with',
  blocks: 'removed the blocking relation with',
  is_blocked_by: 'removed the blocking relation with',
};

type LinkInput = { issueId: number; targetId: number; type: IssueLinkType };
type Ends = { source: IssueAccess; target: IssueAccess };

/** What a link is, seen from one of its ends. */
export function linkTypeFrom(link: IssueLinkRow, issueId: number): IssueLinkType {
  if (link.link_type === 'relates_to') return 'relates_to';
  return link.source_id === issueId ? 'blocks' : 'is_blocked_by';
}

/**
 * Says that two issues belong together or that one waits for the other. The actor works in the project of the first and
 * may read the second. Saying it again in another way changes the link.
 */
export const linkIssues = defineOperation<LinkInput, Ends, IssueLinkRow>({
  name: 'issue.link',
  load: async (ctx, input) => ({
    source: await loadIssue(ctx, input.issueId),
    target: await getIssueAccess(ctx, input.targetId),
  }),
  check: (ctx, { source }) => canAdminIssue(ctx.actor, source),
  run: async (ctx, { source, target }, { type }) => {
    const [one, other] = [source.row.id, target.row.id];
    if (one === other) throw new AppError('issue_link_self');
    const existing = await findLinkBetween(ctx.db, one, other);
    if (existing && linkTypeFrom(existing, one) === type) throw new AppError('issue_link_exists');
    if (existing) await deleteIssueLink(ctx.db, existing.id);
    const isReverse = type === 'is_blocked_by';
    const link = await insertIssueLink(ctx.db, {
      sourceId: isReverse ? other : one,
      targetId: isReverse ? one : other,
      type: type === 'relates_to' ? 'relates_to' : 'blocks',
    });
    await tellBoth(ctx, { source, target }, type, TEXTS);
    return link;
  },
});

type Loaded = Ends & { link: IssueLinkRow };

export const unlinkIssues = defineOperation<{ issueId: number; linkId: number }, Loaded, Loaded>({
  name: 'issue.unlink',
  load: async (ctx, { issueId, linkId }) => {
    const source = await loadIssue(ctx, issueId);
    const link = await findIssueLink(ctx.db, issueId, linkId);
    if (!link) throw new AppError('issue_link_missing');
    const otherId = link.source_id === issueId ? link.target_id : link.source_id;
    return { source, link, target: await getIssueAccess(ctx, otherId) };
  },
  check: (ctx, { source }) => canAdminIssue(ctx.actor, source),
  run: async (ctx, loaded) => {
    const { source, target, link } = loaded;
    await deleteIssueLink(ctx.db, link.id);
    await tellBoth(ctx, { source, target }, linkTypeFrom(link, source.row.id), REMOVED);
    return loaded;
  },
});

/** The other issue is named as a reference: those who may not see it read its number only. */
async function tellBoth(
  ctx: Context,
  { source, target }: Ends,
  type: IssueLinkType,
  texts: Record<IssueLinkType, string>,
): Promise<void> {
  const [one, other] = [issueNoteable(source), issueNoteable(target)];
  // Within a project the number is enough.
  const isNear = source.row.project_id === target.row.project_id;
  const nameOf = (each: Noteable) => (isNear ? `#${each.iid}` : each.reference);
  await addSystemNote(ctx, one, { action: 'relate', body: `${texts[type]} ${nameOf(other)}`, about: other });
  await addSystemNote(ctx, other, { action: 'relate', body: `${texts[REVERSED[type]]} ${nameOf(one)}`, about: one });
  for (const id of [source.row.id, target.row.id])
    await publish(ctx, issueTopic(id), 'changed', { id, changed: ['links'] });
}

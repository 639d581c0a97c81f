import type { IssueLinkType } from '@tributary/contract/planning/issue-inputs.ts';
import type { GraphqlBuilder } from '../../../../endpoints/graphql/builder.ts';
import { sliceConnection } from '../../../../endpoints/graphql/connection.ts';
import type { Context } from '../../../../platform/context.ts';
import { findIssueAccess } from '../../issue-access.ts';
import { issueParticipants } from '../../reads/issue-participants.ts';
import type { IssueView } from '../../reads/issue-views.ts';
import { linkedIssues, openBlockersAmong } from '../../reads/linked-issues.ts';
import { visibleIssues } from '../../reads/list-issues.ts';

const LINKED_AS = { BLOCKED_BY: 'is_blocked_by', BLOCKS: 'blocks', RELATED: 'relates_to' } as const satisfies Record<
  string,
  IssueLinkType
>;
type LinkWord = keyof typeof LINKED_AS;

async function openBlockers(ctx: Context, issueId: number): Promise<IssueView[]> {
  return openBlockersAmong(await linkedIssues(ctx, issueId));
}

/** One issue by its id; null when there is none, or not for this reader. */
async function issueOf(ctx: Context, id: number | null): Promise<IssueView | null> {
  return id === null ? null : ((await visibleIssues(ctx, [id]))[0] ?? null);
}

/** Who takes part in an issue, and the other issues that it hangs together with, as far as the reader may see them. */
export function addIssueRelations(builder: GraphqlBuilder): void {
  const linkWord = builder.enumType('WorkItemRelatedLinkType', { values: Object.keys(LINKED_AS) as LinkWord[] });
  const page = builder.args((t) => ({ first: t.int(), after: t.string() }));
  builder.objectFields('Issue', (t) => ({
    blocked: t.boolean({
      nullable: false,
      resolve: async ({ row }, _args, { ctx }) => (await openBlockers(ctx, row.id)).length > 0,
    }),
    blockedByCount: t.int({
      nullable: true,
      description: 'Open issues that block this one, if visible to the current user.',
      resolve: async ({ row }, _args, { ctx }) => (await openBlockers(ctx, row.id)).length,
    }),
    blockedByIssues: t.field({
      type: 'IssueConnection',
      nullable: true,
      args: page,
      resolve: async ({ row }, args, { ctx }) => sliceConnection(await openBlockers(ctx, row.id), args),
    }),
    blockingCount: t.int({
      nullable: false,
      description: 'Open issues blocked by this one, if visible to the current user.',
      resolve: (view) => view.blockingCount,
    }),
    linkedWorkItems: t.field({
      type: 'IssueConnection',
      nullable: true,
      args: { ...page, filter: t.arg({ type: linkWord }) },
      resolve: async ({ row }, { filter, ...args }, { ctx }) => {
        const links = await linkedIssues(ctx, row.id);
        const wanted = links.filter(({ type }) => !filter || type === LINKED_AS[filter]);
        return sliceConnection(
          wanted.map(({ view }) => view),
          args,
        );
      },
    }),
    participants: t.field({
      type: 'UserConnection',
      nullable: true,
      args: page,
      resolve: async ({ row }, args, { ctx }) => {
        const found = await findIssueAccess(ctx, row.id);
        return sliceConnection(found ? await issueParticipants(ctx, found) : [], args);
      },
    }),
    moved: t.boolean({
      nullable: true,
      description: 'The issue was moved to a project visible to the current user.',
      resolve: ({ movedTo }) => movedTo !== null,
    }),
    movedTo: t.field({
      type: 'Issue',
      nullable: true,
      resolve: ({ row }, _args, { ctx }) => issueOf(ctx, row.moved_to_id),
    }),
    closedAsDuplicateOf: t.field({
      type: 'Issue',
      nullable: true,
      resolve: ({ row }, _args, { ctx }) => issueOf(ctx, row.duplicated_to_id),
    }),
  }));
}

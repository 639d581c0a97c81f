import type { GraphqlBuilder, ParentOf } from '../../../endpoints/graphql/builder.ts';
import { type ConnectionArgs, pagedConnection } from '../../../endpoints/graphql/connection.ts';
import type { Context } from '../../../platform/context.ts';
import { noteableAwards } from '../../awards/award-views.ts';
import type { Noteable } from '../../noteable.ts';
import { discussionPage, notePage } from '../../reads/discussion-page.ts';
import type { NoteCounts } from '../../store/discussions.ts';

const NOTHING = (request: { page: number; perPage: number }) => ({ items: [], ...request, total: 0, hasNext: false });

function threadsOf(ctx: Context, noteable: Noteable | undefined, args: ConnectionArgs) {
  return pagedConnection(args, async (request) =>
    noteable ? discussionPage(ctx, noteable, request) : NOTHING(request),
  );
}

function notesOf(ctx: Context, noteable: Noteable | undefined, args: ConnectionArgs) {
  const order = { by: 'created_at', direction: 'asc' } as const;
  return pagedConnection(args, async (request) =>
    noteable ? notePage(ctx, noteable, { ...request, activity: 0, order }) : NOTHING(request),
  );
}

/** The thing that is talked about; undefined where it may not be seen any more, or nothing was said. */
type FindNoteable<Parent> = (ctx: Context, parent: Parent) => Promise<Noteable | undefined>;
type Talk<Parent> = { noteable: FindNoteable<Parent>; counts: (parent: Parent) => NoteCounts };

/** What was said about a thing, as fields of its own type. */
export function addThreadFields<Name extends 'Commit' | 'Issue' | 'MergeRequest'>(
  builder: GraphqlBuilder,
  type: Name,
  noteable: FindNoteable<ParentOf<Name>>,
): void {
  builder.objectFields(type, (t) => ({
    discussions: t.field({
      type: 'DiscussionConnection',
      nullable: false,
      description: 'Threads, oldest first.',
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: async (parent, args, { ctx }) => threadsOf(ctx, await noteable(ctx, parent), args),
    }),
    notes: t.field({
      type: 'NoteConnection',
      nullable: false,
      description: 'All comments and system notes, oldest first.',
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: async (parent, args, { ctx }) => notesOf(ctx, await noteable(ctx, parent), args),
    }),
  }));
}

/** The same, and how users reacted to the thing itself. */
export function addNoteableFields<Name extends 'Issue' | 'MergeRequest'>(
  builder: GraphqlBuilder,
  type: Name,
  { noteable, counts }: Talk<ParentOf<Name>>,
): void {
  addThreadFields(builder, type, noteable);
  builder.objectFields(type, (t) => ({
    awardEmoji: t.field({
      type: 'AwardEmojiConnection',
      nullable: true,
      description: 'Reactions to the item.',
      resolve: async (parent, _args, { ctx }) => {
        const found = await noteable(ctx, parent);
        return { nodes: found ? (await noteableAwards(ctx, found)).awards : [] };
      },
    }),
    upvotes: t.int({ nullable: false, resolve: (parent) => counts(parent).upvotes }),
    downvotes: t.int({ nullable: false, resolve: (parent) => counts(parent).downvotes }),
  }));
}

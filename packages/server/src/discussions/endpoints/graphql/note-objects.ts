import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import type { GraphqlBuilder } from '../../../endpoints/graphql/builder.ts';
import { type Connection, sliceConnection } from '../../../endpoints/graphql/connection.ts';
import { toGlobalId } from '../../../endpoints/graphql/global-id.ts';
import { inOneGo } from '../../../endpoints/graphql/in-one-go.ts';
import type { MutationAnswer } from '../../../endpoints/graphql/mutation.ts';
import { accessLevelName } from '@tributary/contract/core/access-levels.ts';
import { firstLineHtml } from '../../../platform/markup/index.ts';
import { canCreateNote } from '../../abilities.ts';
import { discussionsByIds } from '../../reads/discussion-page.ts';
import { systemNoteIcon } from '../../rules/system-note-icons.ts';
import type { CommandOutcome } from '../../tables.ts';
import type { DiscussionView, NoteView } from '../../reads/note-views.ts';

/** What became of the commands of a text that was sent. */
export type CommandsStatus = Pick<CommandOutcome, 'names' | 'messages' | 'errors'> & { isOnly: boolean };
export type NotePayload = MutationAnswer<{ note: NoteView }> & { commands?: CommandsStatus | undefined };
export type DiscussionPayload = MutationAnswer<{ discussion: DiscussionView }>;

declare module '../../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    DiffPosition: DiffPosition;
    DiffRefs: { baseSha: string; startSha: string; headSha: string };
    Note: NoteView;
    Discussion: DiscussionView;
    NotePermissions: NoteView;
    SystemNoteMetadata: NoteView;
    QuickActionsStatus: CommandsStatus;
    NoteConnection: Connection<NoteView>;
    DiscussionConnection: Connection<DiscussionView>;
    NotePayload: NotePayload;
    DiscussionPayload: DiscussionPayload;
  }
}

/** The threads that notes of one answer stand in, each read once. */
const threadOf = inOneGo<NoteView, DiscussionView | null>(async (ctx, notes) => {
  const threads = new Map<string, DiscussionView>();
  for (const own of Map.groupBy(notes, ({ noteable: { type, id } }) => `${type} ${id}`).values()) {
    const ids = [...new Set(own.map(({ discussion }) => discussion.id))];
    const [first] = own;
    if (first) for (const [id, view] of await discussionsByIds(ctx, first.noteable, ids)) threads.set(id, view);
  }
  return notes.map(({ discussion }) => threads.get(discussion.id) ?? null);
});

/** Pages tell pixels more exactly. */
const whole = (pixels: number | null | undefined) => (pixels == null ? null : Math.round(pixels));

function addPosition(builder: GraphqlBuilder): void {
  builder.objectType('DiffPosition', {
    description: 'The position of a note on a diff.',
    fields: (t) => ({
      diffRefs: t.field({
        type: 'DiffRefs',
        nullable: false,
        resolve: (at) => ({ baseSha: at.base_sha, startSha: at.start_sha, headSha: at.head_sha }),
      }),
      positionType: t.string({ nullable: false, resolve: (at) => at.position_type }),
      filePath: t.string({ nullable: false, resolve: (at) => at.new_path ?? at.old_path ?? '' }),
      oldPath: t.string({ nullable: true, resolve: (at) => at.old_path }),
      newPath: t.string({ nullable: true, resolve: (at) => at.new_path }),
      oldLine: t.int({ nullable: true, resolve: (at) => at.old_line }),
      newLine: t.int({ nullable: true, resolve: (at) => at.new_line }),
      width: t.int({ nullable: true, resolve: (at) => whole(at.width) }),
      height: t.int({ nullable: true, resolve: (at) => whole(at.height) }),
      x: t.int({ nullable: true, resolve: (at) => whole(at.x) }),
      y: t.int({ nullable: true, resolve: (at) => whole(at.y) }),
    }),
  });
  builder.objectType('DiffRefs', {
    fields: (t) => ({
      baseSha: t.exposeString('baseSha', { nullable: true }),
      startSha: t.exposeString('startSha', { nullable: false }),
      headSha: t.exposeString('headSha', { nullable: false }),
    }),
  });
}

export function addNoteTypes(builder: GraphqlBuilder): void {
  addPosition(builder);
  builder.objectType('NotePermissions', {
    fields: (t) => ({
      readNote: t.boolean({ nullable: false, resolve: () => true }),
      createNote: t.boolean({
        nullable: false,
        resolve: (view, _args, { ctx }) => canCreateNote(ctx.actor, view.noteable) === null,
      }),
      adminNote: t.boolean({ nullable: false, resolve: (view) => view.can.edit }),
      resolveNote: t.boolean({ nullable: false, resolve: (view) => view.can.resolve }),
      awardEmoji: t.boolean({ nullable: false, resolve: (view) => view.can.award }),
      repositionNote: t.boolean({
        nullable: false,
        description: 'Can move the note to another position on the image.',
        resolve: (view) => view.can.movePin,
      }),
    }),
  });
  builder.objectType('SystemNoteMetadata', {
    fields: (t) => ({ action: t.string({ nullable: true, resolve: (view) => view.row.system_action }) }),
  });
  builder.objectType('Note', {
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: (view) => toGlobalId(view.row.type ?? 'Note', view.row.id) }),
      body: t.string({ nullable: false, resolve: (view) => view.row.body }),
      bodyHtml: t.string({ nullable: true, resolve: (view) => view.html }),
      bodyFirstLineHtml: t.string({
        nullable: true,
        description: 'A one-line excerpt of the text.',
        resolve: ({ html }) => firstLineHtml(html),
      }),
      author: t.field({ type: 'User', nullable: true, resolve: (view) => view.author }),
      system: t.boolean({ nullable: false, resolve: (view) => view.row.is_system }),
      internal: t.boolean({ nullable: false, resolve: (view) => view.row.is_internal }),
      resolvable: t.boolean({ nullable: false, resolve: (view) => view.row.resolvable }),
      resolved: t.boolean({ nullable: false, resolve: (view) => view.row.resolved_at !== null }),
      resolvedAt: t.field({ type: 'Time', nullable: true, resolve: (view) => view.row.resolved_at }),
      resolvedBy: t.field({ type: 'User', nullable: true, resolve: (view) => view.resolvedBy }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: (view) => view.row.created_at }),
      updatedAt: t.field({ type: 'Time', nullable: false, resolve: (view) => view.row.updated_at }),
      lastEditedAt: t.field({ type: 'Time', nullable: true, resolve: (view) => view.row.edited_at }),
      lastEditedBy: t.field({ type: 'User', nullable: true, resolve: (view) => view.editedBy }),
      position: t.field({ type: 'DiffPosition', nullable: true, resolve: (view) => view.discussion.position }),
      url: t.string({
        nullable: true,
        resolve: (view, _args, { ctx }) => `${ctx.config.url}${view.noteable.path}#note_${view.row.id}`,
      }),
      authorIsContributor: t.boolean({ nullable: true, resolve: (view) => view.isContributor }),
      maxAccessLevelOfAuthor: t.string({
        nullable: true,
        resolve: (view) => (view.authorLevel > 0 ? accessLevelName(view.authorLevel) : null),
      }),
      systemNoteIconName: t.string({
        nullable: true,
        resolve: ({ row }) => (row.system_action === null ? null : systemNoteIcon(row.system_action)),
      }),
      systemNoteMetadata: t.field({
        type: 'SystemNoteMetadata',
        nullable: true,
        resolve: (view) => (view.row.system_action === null ? null : view),
      }),
      discussion: t.field({
        type: 'Discussion',
        nullable: true,
        resolve: (view, _args, { ctx }) => threadOf(ctx, view),
      }),
      userPermissions: t.field({ type: 'NotePermissions', nullable: false, resolve: (view) => view }),
    }),
  });
  builder.objectType('Discussion', {
    fields: (t) => ({
      id: t.id({ nullable: false, resolve: (view) => toGlobalId('Discussion', view.row.id) }),
      replyId: t.id({ nullable: false, resolve: (view) => toGlobalId('Discussion', view.row.id) }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: (view) => view.row.created_at }),
      resolvable: t.boolean({ nullable: false, resolve: (view) => view.row.is_resolvable }),
      resolved: t.boolean({ nullable: false, resolve: (view) => view.row.resolved_at !== null }),
      resolvedAt: t.field({ type: 'Time', nullable: true, resolve: (view) => view.row.resolved_at }),
      resolvedBy: t.field({ type: 'User', nullable: true, resolve: (view) => view.resolvedBy }),
      notes: t.field({
        type: 'NoteConnection',
        nullable: false,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: (view, args) => sliceConnection(view.notes, args),
      }),
    }),
  });
  builder.objectType('NoteConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['Note'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
  builder.objectType('DiscussionConnection', {
    fields: (t) => ({
      nodes: t.field({ type: ['Discussion'], resolve: (connection) => connection.nodes }),
      count: t.exposeInt('count', { nullable: false }),
      pageInfo: t.field({ type: 'PageInfo', nullable: false, resolve: (connection) => connection.pageInfo }),
    }),
  });
}

export function addNotePayloads(builder: GraphqlBuilder): void {
  builder.objectType('QuickActionsStatus', {
    fields: (t) => ({
      messages: t.exposeStringList('messages', { nullable: true }),
      errorMessages: t.stringList({ nullable: true, resolve: (status) => status.errors }),
      commandNames: t.stringList({ nullable: true, resolve: (status) => status.names }),
      commandsOnly: t.boolean({ nullable: true, resolve: (status) => status.isOnly }),
      error: t.boolean({ nullable: true, resolve: (status) => status.errors.length > 0 }),
    }),
  });
  builder.objectType('NotePayload', {
    fields: (t) => ({
      quickActionsStatus: t.field({
        type: 'QuickActionsStatus',
        nullable: true,
        description: 'The results of the quick actions in the text. Null if there were none.',
        resolve: (payload) => payload.commands ?? null,
      }),
      note: t.field({ type: 'Note', nullable: true, resolve: (payload) => payload.note }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  builder.objectType('DiscussionPayload', {
    fields: (t) => ({
      discussion: t.field({ type: 'Discussion', nullable: true, resolve: (payload) => payload.discussion }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
}

import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { columnsOf } from '../../projects/index.ts';
import { publishNoteChange } from '../publish-note-changes.ts';
import { renderText } from '../markdown/render-text.ts';
import type { Noteable } from '../noteable.ts';
import { insertDiscussion, insertMention, NEW_DISCUSSION_WITHOUT_POSITION } from '../store/discussions.ts';
import { insertNote } from '../store/notes.ts';
import { newDiscussionId } from './create-notes.ts';

export type SystemNote = {
  /** Names the icon: see rules/system-note-icons.ts. */
  action: string;
  /** Markdown, as a verb phrase after the user's name: "closed", "requested review from @ada". */
  body: string;
  /** The same with addresses of users outside in full, where `body` has them masked: for those who may read them. */
  fullBody?: string;
  /** What the description was after the change that this tells of. */
  descriptionVersionId?: number;
  /** Who did it, where that is not the actor (recovery); null for nobody. */
  authorId?: number | null;
  /** The other thing that it names: who may not see that never meets the note. */
  about?: Pick<Noteable, 'type' | 'id'> | undefined;
  /** Told in this thread instead of on its own. */
  inThread?: string | undefined;
  /** "mentioned in …": written once for each thing that mentions, whatever happens to the text later. */
  isMention?: boolean;
};

/** Notes down what someone did to a thing, in the transaction that does it. No right is asked for: the act was allowed. Gives its id. */
export async function addSystemNote(ctx: Context, noteable: Noteable, note: SystemNote): Promise<number | null> {
  const rendered = await renderText(ctx, noteable.place, note.body);
  const discussionId = note.inThread ?? (await ownDiscussion(ctx, noteable, note));
  if (discussionId === undefined) return null;
  const row = await insertNote(ctx.db, {
    discussion_id: discussionId,
    noteable_type: noteable.type,
    noteable_id: noteable.id,
    ...columnsOf(noteable.place),
    author_id: note.authorId === undefined ? (actorId(ctx.actor) ?? null) : note.authorId,
    type: null,
    is_system: true,
    system_action: note.action,
    description_version_id: note.descriptionVersionId ?? null,
    body: note.body,
    body_html: rendered.html,
    html_version: rendered.version,
    full_body: note.fullBody ?? null,
    idempotency_key: null,
    ...(note.inThread !== undefined && aboutColumns(note)),
    resolved_at: null,
    resolved_by_id: null,
    edited_at: null,
    edited_by_id: null,
  });
  await publishNoteChange(ctx, noteable, row, 'created');
  return row.id;
}

function aboutColumns({ about }: SystemNote) {
  return { about_type: about?.type ?? null, about_id: about?.id ?? null };
}

/** Undefined when the mention is there already. */
async function ownDiscussion(ctx: Context, noteable: Noteable, note: SystemNote): Promise<string | undefined> {
  const discussion = await (note.isMention ? insertMention : insertDiscussion)(ctx.db, {
    id: newDiscussionId(),
    noteable_type: noteable.type,
    noteable_id: noteable.id,
    ...columnsOf(noteable.place),
    is_individual: true,
    is_system: true,
    ...NEW_DISCUSSION_WITHOUT_POSITION,
    ...aboutColumns(note),
  });
  return discussion?.id;
}

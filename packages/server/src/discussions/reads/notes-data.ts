import type { NotesData } from '@tributary/contract/discussions/page.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { canCreateNote } from '../abilities.ts';
import { noteableAwards } from '../awards/award-views.ts';
import { type Noteable, noteableDescriptor } from '../noteable.ts';
import { toPageAwards } from '../rules/page-awards.ts';
import { noteablePaths } from '../rules/paths.ts';
import { keptActivityFilter } from './activity-filter.ts';
import { pollCursor } from './notes-since.ts';

/** What a page needs to show and write the notes of a thing; `noun` names it in notices ("merge request"). */
export async function notesData(ctx: Context, noteable: Noteable, noun: string): Promise<NotesData> {
  const paths = noteablePaths(noteable);
  const refusal = canCreateNote(ctx.actor, noteable);
  const notices = {
    unauthenticated: { kind: 'signed_out', text: 'Please register or sign in to reply' },
    project_archived: { kind: 'archived', text: 'This project is archived and cannot be commented on.' },
    discussion_locked: { kind: 'locked', text: `This ${noun} is locked. Only project members can comment.` },
  } as const;
  const mayUpload = isAllowed(ctx.actor, 'upload_file', noteable.access.policy);
  const { awards, canAward } = await noteableAwards(ctx, noteable);
  return {
    noteableType: noteable.type,
    noteableId: noteable.id,
    noteableIid: noteable.iid,
    topic: noteable.topic,
    discussionsPath: paths.discussions,
    notesFilter: await keptActivityFilter(ctx, noteable.type),
    notesPath: paths.notes,
    createNotePath: paths.createNote,
    previewMarkdownPath: paths.previewMarkdown,
    uploadsPath: mayUpload ? paths.uploads : null,
    lastFetchedAt: await pollCursor(ctx),
    registerPath: shellPaths.signUp,
    newSessionPath: shellPaths.signIn,
    currentUser: {
      canCreateNote: refusal === null,
      canCreateInternalNote:
        refusal === null &&
        noteableDescriptor(noteable.type).allowsInternal &&
        canCreateNote(ctx.actor, noteable, true) === null,
      canResolve: isAllowed(ctx.actor, 'resolve_thread', noteable.policy),
    },
    awards: { awards: toPageAwards(awards), canAward, path: `${noteable.path}/toggle_award_emoji` },
    notice: refusal ? (Object.entries(notices).find(([code]) => code === refusal.code)?.[1] ?? null) : null,
  };
}

import type { NotesData } from '@tributary/contract/discussions/page.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { defineCommitNotes } from '../../projects/index.ts';
import { canCreateNote } from '../abilities.ts';
import type { Noteable } from '../noteable.ts';
import { pollCursor } from '../reads/notes-since.ts';
import { noteablePaths } from '../rules/paths.ts';
import { findCommitNoteable } from './commit-noteable.ts';

const NOTICES = {
  unauthenticated: { kind: 'signed_out', text: 'Please register or sign in to reply' },
  project_archived: { kind: 'archived', text: 'This project is archived and cannot be commented on.' },
} as const;

/** What the page of a commit needs to show and write what is said about it. */
async function notesData(ctx: Context, noteable: Noteable): Promise<NotesData> {
  const paths = noteablePaths(noteable);
  const refusal = canCreateNote(ctx.actor, noteable);
  const notes = `${noteable.path}/notes`;
  return {
    noteableType: noteable.type,
    noteableId: noteable.id,
    noteableIid: null,
    topic: noteable.topic,
    discussionsPath: paths.discussions,
    notesPath: notes,
    createNotePath: notes,
    previewMarkdownPath: paths.previewMarkdown.replace(/\?.*$/, ''),
    uploadsPath: isAllowed(ctx.actor, 'upload_file', noteable.access.policy) ? paths.uploads : null,
    lastFetchedAt: await pollCursor(ctx),
    registerPath: shellPaths.signUp,
    newSessionPath: shellPaths.signIn,
    currentUser: { canCreateNote: refusal === null, canCreateInternalNote: false, canResolve: false },
    notice: refusal ? (Object.entries(NOTICES).find(([code]) => code === refusal.code)?.[1] ?? null) : null,
  };
}

defineCommitNotes(async (ctx, access, sha) => {
  const noteable = await findCommitNoteable(ctx, access, sha);
  return noteable ? notesData(ctx, noteable) : null;
});

import type { Extensions } from '../../platform/extensions.ts';
import type { NotesData } from '@tributary/contract/discussions/page.ts';
import type { Context } from '../../platform/context.ts';
import { defineCommitNotes } from '../../repositories/index.ts';
import type { Noteable } from '../noteable.ts';
import { notesData } from '../reads/notes-data.ts';
import { findCommitNoteable } from './commit-noteable.ts';

/** What the page of a commit needs to show and write what is said about it: its addresses hang on the commit. */
async function commitNotesData(ctx: Context, noteable: Noteable): Promise<NotesData> {
  const data = await notesData(ctx, noteable, 'commit');
  const notes = `${noteable.path}/notes`;
  return {
    ...data,
    noteableIid: null,
    notesPath: notes,
    createNotePath: notes,
    previewMarkdownPath: data.previewMarkdownPath.replace(/\?.*$/, ''),
    currentUser: { ...data.currentUser, canCreateInternalNote: false, canResolve: false },
  };
}

export const commitsCommitNotesData: Extensions = [
  defineCommitNotes(async (ctx, access, sha) => {
    const noteable = await findCommitNoteable(ctx, access, sha);
    return noteable ? commitNotesData(ctx, noteable) : null;
  }),
];

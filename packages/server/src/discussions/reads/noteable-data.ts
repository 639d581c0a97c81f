import type { NoteableData } from '@tributary/contract/discussions/page.ts';
import { notesDocsPaths } from '@tributary/contract/page/help.ts';
import type { Context } from '../../platform/context.ts';
import type { Noteable } from '../noteable.ts';
import { noteablePaths } from '../rules/paths.ts';
import { noteRights } from './notes-data.ts';

/** What only the type of the thing knows. */
export type NoteableState = { state: string; isLocked: boolean; canUpdate: boolean };

/** The thing by the names that clients of GitLab's pages have for it. */
export function noteableData(ctx: Context, noteable: Noteable, own: NoteableState): NoteableData {
  const paths = noteablePaths(noteable);
  const rights = noteRights(ctx, noteable);
  const { archived_project_docs_path, locked_discussion_docs_path, confidential_issues_docs_path } = notesDocsPaths;
  return {
    id: noteable.id,
    iid: noteable.iid,
    state: own.state,
    noteableType: noteable.type,
    targetType: paths.targetType,
    web_url: `${ctx.config.url}${noteable.path}`,
    confidential: noteable.isConfidential === true,
    discussion_locked: own.isLocked,
    is_project_archived: noteable.policy.isArchived === true,
    archived_project_docs_path,
    locked_discussion_docs_path,
    confidential_issues_docs_path,
    create_note_path: paths.createNote,
    preview_note_path: paths.previewMarkdown,
    diff_head_sha: noteable.headSha,
    current_user: {
      can_create_note: rights.canCreateNote,
      can_create_confidential_note: rights.canCreateInternalNote,
      can_update: own.canUpdate,
    },
  };
}

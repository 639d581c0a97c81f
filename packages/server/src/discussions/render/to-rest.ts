import type { RestCommitNote, RestDiscussion, RestNote } from '@tributary/contract/discussions/rest.ts';
import type { DiscussionView, NoteView } from '../reads/note-views.ts';
import { renderUserBasic } from '../../accounts/index.ts';

export function toRestNote(view: NoteView, instanceUrl: string): RestNote {
  const { row, discussion, noteable } = view;
  const person = (user: NoteView['author']) => (user ? renderUserBasic(user, { config: { url: instanceUrl } }) : null);
  return {
    id: row.id,
    type: row.type,
    body: row.body,
    attachment: null,
    author: person(view.author),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    system: row.is_system,
    noteable_id: row.noteable_id,
    noteable_type: row.noteable_type,
    noteable_iid: noteable.iid,
    project_id: row.project_id,
    commit_id: discussion.commit_id,
    ...(discussion.position && { position: discussion.position }),
    resolvable: row.resolvable,
    ...(row.resolvable && {
      resolved: row.resolved_at !== null,
      resolved_by: person(view.resolvedBy),
      resolved_at: row.resolved_at?.toISOString() ?? null,
      suggestions: view.suggestions.map(({ id, from_line, to_line, appliable, applied, from_content, to_content }) => ({
        id,
        from_line,
        to_line,
        appliable,
        applied,
        from_content,
        to_content,
      })),
    }),
    confidential: row.is_internal,
    internal: row.is_internal,
    imported: false,
    imported_from: 'none',
    commands_changes: {},
  };
}

export function toRestDiscussion(view: DiscussionView, instanceUrl: string): RestDiscussion {
  return {
    id: view.row.id,
    individual_note: view.row.is_individual,
    ...(view.row.is_resolvable && { resolvable: true, resolved: view.row.resolved_at !== null }),
    notes: view.notes.map((note) => toRestNote(note, instanceUrl)),
  };
}

/** A comment on a commit in the shape of that list. */
export function toRestCommitNote({ row, discussion, author }: NoteView, instanceUrl: string): RestCommitNote {
  const { position } = discussion;
  const line = position?.new_line ?? position?.old_line ?? null;
  return {
    note: row.body,
    path: position ? (position.new_path ?? position.old_path) : null,
    line,
    line_type: line === null ? null : position?.new_line == null ? 'old' : 'new',
    author: author ? renderUserBasic(author, { config: { url: instanceUrl } }) : null,
    created_at: row.created_at.toISOString(),
  };
}

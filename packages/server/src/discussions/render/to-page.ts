import { accessLevelName } from '@tributary/contract/core/access-levels.ts';
import type { DiffPosition, PageDiscussion, PageNote, PageSuggestion } from '@tributary/contract/discussions/page.ts';
import { abusePaths } from '@tributary/contract/accounts/abuse.ts';
import { fileHash } from '@tributary/git';
import { toPageAwards } from '../rules/page-awards.ts';
import { firstLineHtml } from '../../platform/markup/index.ts';
import type { NoteSuggestion } from '../noteable.ts';
import { isOutdated } from '../rules/is-outdated.ts';
import type { DiscussionView, NoteView } from '../reads/note-views.ts';
import type { DiscussionRow } from '../store/discussions.ts';
import { systemNoteIcon } from '../rules/system-note-icons.ts';
import { descriptionPaths, notePaths, threadPaths } from '../rules/paths.ts';
import { toPageAuthor } from './to-page-author.ts';

export function toPageNote(view: NoteView): PageNote {
  const { row, discussion, noteable, can } = view;
  const person = (user: NoteView['author']) => (user ? toPageAuthor(user) : null);
  const paths = notePaths(noteable, row.id);
  return {
    id: String(row.id),
    type: row.type,
    note: row.body,
    body: row.body,
    note_html: view.html,
    body_first_line_html: firstLineHtml(view.html),
    author: writerOf(view),
    external_author: null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...(row.edited_at && editedFields(row.edited_at.toISOString(), person(view.editedBy))),
    current_user: {
      can_edit: can.edit,
      can_award_emoji: can.award,
      can_resolve: can.resolve,
      can_resolve_discussion: can.resolve,
    },
    resolvable: row.resolvable,
    resolved: row.resolved_at !== null,
    resolved_at: row.resolved_at?.toISOString() ?? null,
    resolved_by: person(view.resolvedBy),
    resolved_by_push: row.resolved_by_push,
    system: row.is_system,
    ...(row.system_action !== null && { system_note_icon_name: systemNoteIcon(row.system_action) }),
    ...(view.description && descriptionFields(view.noteable, view.description)),
    discussion_id: discussion.id,
    base_discussion: view.isBase,
    individual_note: discussion.is_individual,
    noteable_note_url: paths.anchor,
    noteable_id: row.noteable_id,
    noteable_iid: noteable.iid,
    noteable_type: row.noteable_type,
    ...(!row.is_system && { path: paths.note }),
    ...(can.edit && { task_path: paths.task }),
    ...(view.can.report && { report_abuse_path: abusePaths.report }),
    ...(row.resolvable && { resolve_path: paths.resolve, resolve_with_issue_path: view.followUpPath }),
    ...(isOutdated(discussion) && { outdated_line_change_path: paths.outdatedLineChange }),
    is_noteable_author: row.author_id !== null && row.author_id === noteable.authorId,
    is_contributor: view.isContributor,
    human_access: view.authorLevel > 0 ? accessLevelName(view.authorLevel) : null,
    project_name: noteable.place.name,
    internal: row.is_internal,
    confidential: row.is_internal,
    attachment: null,
    commands_changes: {},
    references: { commands: '' },
    errors: {},
    resolve_discussion: null,
    emoji_awardable: !row.is_system,
    award_emoji: toPageAwards(view.awards),
    ...(!row.is_system && { toggle_award_path: paths.award }),
    suggestions: view.suggestions.map((suggestion) => toPageSuggestion(suggestion)),
    ...(discussion.position && { position: discussion.position }),
    cached_markdown_version: row.html_version,
  };
}

function editedFields(at: string, by: PageNote['author']) {
  return { last_edited_at: at, last_edited_by: by, edited_at: at, edited_by: by };
}

function writerOf({ author, authorStatus: status }: NoteView): PageNote['author'] {
  if (!author || !status) return author ? toPageAuthor(author) : null;
  const { emoji, message, availability, clearAt } = status;
  return { ...toPageAuthor(author), status: { emoji, message, availability, clear_at: clearAt } };
}

function toPageSuggestion(suggestion: NoteSuggestion): PageSuggestion {
  const { from_content: _from, to_content: _to, canApply, ...rest } = suggestion;
  return { ...rest, current_user: { can_apply: canApply } };
}

function descriptionFields(noteable: NoteView['noteable'], description: NonNullable<NoteView['description']>) {
  const { versionId, isDeleted, hasBefore, mayDelete, mayRestore } = description;
  const paths = descriptionPaths(noteable, versionId);
  return {
    description_version_id: versionId,
    description_version_deleted: isDeleted,
    description_diff_path: paths.diff,
    can_delete_description_version: mayDelete && !isDeleted,
    delete_description_version_path: paths.version,
    ...(mayRestore && !isDeleted && { restore_description_version_path: paths.restore }),
    has_description_before: hasBefore,
  };
}

export function toPageDiscussion(view: DiscussionView): PageDiscussion {
  const { row, noteable } = view;
  const paths = threadPaths(noteable, row.id);
  const isResolved = row.is_resolvable && row.resolved_at !== null;
  return {
    id: row.id,
    reply_id: row.id,
    project_id: row.project_id,
    base_discussion: true,
    commit_id: row.commit_id,
    confidential: row.is_internal,
    internal: row.is_internal,
    diff_discussion: row.position !== null,
    expanded: !isResolved,
    for_commit: noteable.commitSha !== undefined,
    individual_note: row.is_individual,
    resolvable: row.is_resolvable,
    resolved: isResolved,
    resolved_at: row.resolved_at?.toISOString() ?? null,
    resolved_by: view.resolvedBy ? toPageAuthor(view.resolvedBy) : null,
    resolved_by_push: row.resolved_by_push,
    active: row.is_active,
    line_code: row.line_code,
    line_codes: [...new Set([row.line_code, row.original_line_code].filter((code) => code !== null))],
    position: row.position,
    positions: row.position && row.is_active ? [row.position] : [],
    original_position: row.original_position,
    placement: row.placement,
    compare_path: comparePathOf(view),
    diff_file: row.original_position ? diffFileOf(view, row.original_position) : null,
    ...(row.snapshot
      ? isResolved
        ? { truncated_diff_lines_path: paths.json }
        : { truncated_diff_lines: row.snapshot }
      : {}),
    discussion_path: commitViewOf(row, noteable) ?? paths.anchor,
    resolve_path: row.is_resolvable ? paths.resolve : null,
    resolve_with_issue_path: view.followUpPath,
    notes: view.notes.map((note) => toPageNote(note)),
  };
}

function diffFileOf({ row, pictureId }: DiscussionView, original: DiffPosition): PageDiscussion['diff_file'] {
  const position = row.position ?? original;
  const path = pathOf(position);
  const isMoved = row.placement?.on === 'file' && row.placement.path !== null;
  return {
    file_hash: row.placement?.file_hash ?? row.line_code?.slice(0, 40) ?? fileHash(path),
    file_path: isMoved ? (row.placement?.path ?? path) : path,
    old_path: position.old_path ?? path,
    new_path: path,
    viewer: position.position_type === 'image' ? 'image' : 'text',
    seen_hashes: { last: fileHash(path), original: fileHash(pathOf(original)) },
    ...(pictureId !== undefined && { picture_id: pictureId }),
  };
}

function pathOf({ new_path: now, old_path: before }: DiffPosition): string {
  return now ?? before ?? '';
}

/** The changes of the one commit that it was begun on, at its line there. */
function commitViewOf(row: DiscussionRow, noteable: NoteView['noteable']): string | null {
  if (row.commit_id === null || noteable.commitSha !== undefined) return null;
  const hash = row.original_line_code === null ? '' : `#${row.original_line_code}`;
  return `${noteable.path}/diffs?commit_id=${row.commit_id}${hash}`;
}

/** From the version a thread was begun in to the newest one, for those whose lines are gone. */
function comparePathOf({ row, noteable }: DiscussionView): string | null {
  if (row.is_active || !row.original_position || noteable.headSha === null) return null;
  const { head_sha: from } = row.original_position;
  return from === noteable.headSha ? null : `${noteable.path}/diffs?start_sha=${from}`;
}

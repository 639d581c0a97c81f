import type { NoteAuthor, NotesData, PageDiscussion, PageNote } from '@tributary/contract/discussions/page.ts';
import { notesDocsPaths } from '@tributary/contract/page/help.ts';

export function writer(name: string): NoteAuthor {
  const username = name.toLowerCase().split(' ')[0] ?? '';
  const path = `/${username}`;
  return { id: 2, username, name, state: 'active', avatar_url: null, path, bot: false, user_type: 'human' };
}

export function note(id: number, overrides: Partial<PageNote> = {}): PageNote {
  return {
    id: String(id),
    type: 'DiscussionNote',
    note: `note ${id}`,
    body: `note ${id}`,
    note_html: `<p>note ${id}</p>`,
    body_first_line_html: `<p>note ${id}</p>`,
    author: null,
    external_author: null,
    created_at: `2026-01-01T00:00:0${id}.000Z`,
    updated_at: `2026-01-01T00:00:0${id}.000Z`,
    current_user: { can_edit: false, can_award_emoji: false, can_resolve: true, can_resolve_discussion: true },
    resolvable: true,
    resolved: false,
    resolved_at: null,
    resolved_by: null,
    resolved_by_push: false,
    system: false,
    discussion_id: 'd1',
    base_discussion: true,
    individual_note: false,
    noteable_note_url: `/#note_${id}`,
    noteable_id: 1,
    noteable_iid: 1,
    noteable_type: 'MergeRequest',
    is_noteable_author: false,
    is_contributor: false,
    human_access: null,
    project_name: 'p',
    internal: false,
    confidential: false,
    attachment: null,
    commands_changes: {},
    emoji_awardable: true,
    award_emoji: [],
    suggestions: [],
    cached_markdown_version: 1,
    ...overrides,
  };
}

export function discussion(id: string, notes: PageNote[], overrides: Partial<PageDiscussion> = {}): PageDiscussion {
  return {
    id,
    reply_id: id,
    base_discussion: true,
    project_id: 1,
    commit_id: null,
    confidential: false,
    internal: false,
    diff_discussion: false,
    expanded: true,
    for_commit: false,
    individual_note: false,
    resolvable: true,
    resolved: false,
    resolved_at: null,
    resolved_by: null,
    resolved_by_push: false,
    active: true,
    line_code: null,
    line_codes: [],
    position: null,
    positions: [],
    original_position: null,
    placement: null,
    compare_path: null,
    resolve_with_issue_path: null,
    diff_file: null,
    discussion_path: '',
    resolve_path: null,
    notes,
    ...overrides,
  };
}

/** What a signed-in user who may comment is given. */
export function notesData(overrides: Partial<NotesData> = {}): NotesData {
  return {
    ...notesDocsPaths,
    noteableType: 'Issue',
    noteableId: 1,
    noteableIid: 1,
    headSha: null,
    noun: 'issue',
    closePath: null,
    reopenPath: null,
    isResolvable: true,
    topic: 'issue:1',
    internalTopic: null,
    discussionsPath: '/d.json',
    lineColoursPath: '/colours',
    begunPicturesPath: '/pictures',
    notesFilter: 0,
    notesPath: '/n',
    createNotePath: '/notes',
    previewMarkdownPath: '/preview',
    commandNames: ['close', 'label'],
    uploadsPath: null,
    lastFetchedAt: '0',
    registerPath: '/users/sign_up',
    newSessionPath: '/users/sign_in',
    currentUser: { canCreateNote: true, canCreateInternalNote: false, canResolve: true },
    followUpPath: null,
    laterCommands: null,
    laterCommandsPath: '/later',
    warning: null,
    notice: null,
    ...overrides,
  };
}

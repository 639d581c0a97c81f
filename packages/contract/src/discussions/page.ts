import type { UserKind } from '../accounts/user-view.ts';
import type { notesDocsPaths } from '../page/help.ts';
import type { ImageSize } from '../projects/repository-diff.ts';

/**
 * Discussions and notes as our own pages read them: snake case, as existing front ends know them. Addresses are given,
 * never built in the browser. Flags say what the reader may do right now.
 */

export type NoteAuthor = {
  id: number;
  username: string;
  name: string;
  state: string;
  avatar_url: string | null;
  /** Path of the profile, `/username`. */
  path: string;
  /** Acts for an access token of a project or group. */
  bot: boolean;
  user_type: UserKind;
  /** What they say of themselves now; only of writers of notes, and only where they say something. */
  status?: NoteAuthorStatus;
};

export type NoteAuthorStatus = {
  /** The character. */
  emoji: string;
  message: string;
  availability: 'not_set' | 'busy';
  /** When it is over. */
  clear_at: string | null;
};

export type PositionType = 'text' | 'image' | 'file';

export type LineRangeEnd = {
  line_code: string;
  type: 'new' | 'old' | null;
  old_line: number | null;
  new_line: number | null;
};

/** Where a diff note hangs. Added line: `new_line` only; removed line: `old_line` only; unchanged line: both. */
export type DiffPosition = {
  base_sha: string;
  start_sha: string;
  head_sha: string;
  old_path: string | null;
  new_path: string | null;
  position_type: PositionType;
  old_line?: number | null;
  new_line?: number | null;
  line_range?: { start: LineRangeEnd; end: LineRangeEnd } | null;
  /** Images: size in pixels as shown, and the pin's place in it. */
  width?: number | null;
  height?: number | null;
  x?: number | null;
  y?: number | null;
};

/**
 * Where a thread on a diff stands in the newest version. `exact`: the same place; `moved`: the same lines elsewhere; `likely`:
 * a part of its lines; `lost`: its lines are gone, so it stands on the file or, when that is gone too, on the overview.
 */
export type Placement = {
  on: 'line' | 'range' | 'file' | 'overview';
  confidence: 'exact' | 'moved' | 'likely' | 'lost';
  /** The file as the newest version names it; null on the overview. */
  path: string | null;
  file_hash: string | null;
  /** Number of the version it was looked for in. */
  version: number;
  /** Number of the version it was begun in; absent when that was none, as with one commit alone. */
  since?: number;
};

/** One line of a diff. `rich_text` is escaped HTML with highlighting classes; `text` is the bare line. */
export type PageDiffLine = {
  line_code: string | null;
  type: 'new' | 'old' | 'match' | 'new-nonewline' | 'old-nonewline' | null;
  old_line: number | null;
  new_line: number | null;
  text: string;
  rich_text: string;
  /** For `match` lines: where the hidden part ends. */
  /**
   * Of a gap: the first lines after it, or of one at the end of what was asked for those it begins with, and how many follow;
   * very many where nobody has counted them.
   */
  meta_data: { old_pos: number; new_pos: number; lines_left?: number } | null;
  /** Ranges of `text` that changed inside the line, [start, end) in UTF-16 units. */
  changed_ranges?: { start: number; end: number }[];
  /** Part of a moved block: `id` is that of the file's `moves`, `line` its number on the other side, null where it is only here. */
  moved?: { id: number; line: number | null };
};

/** What a suggestion would change: removed lines, then added ones. */
export type PageSuggestionPreview = { from_line: number; to_line: number; diff_lines: PageDiffLine[] };

/** Lines that a comment proposes instead of those it stands on. */
export type PageSuggestion = PageSuggestionPreview & {
  id: number;
  file_path: string;
  applied: boolean;
  /** False: see inapplicable_reason. */
  appliable: boolean;
  /** A sentence for users; null while it can be applied. */
  inapplicable_reason: string | null;
  /** The commit that applied it. */
  commit_path: string | null;
  /** PUT `{commit_message?}`. */
  apply_path: string;
  current_user: { can_apply: boolean };
};

/** `LegacyDiffNote`: a note on a line that its client named by its code, without a position. */
export type NoteType = 'DiscussionNote' | 'DiffNote' | 'LegacyDiffNote' | null;

/** One user's reaction. */
export type PageAward = {
  name: string;
  emoji: string;
  /** Image, of emoji that a group made. */
  url?: string;
  user: { id: number; name: string; username: string };
};

/** Reactions to the thing itself; POST {name} to `path` gives one or takes it back and answers {ok}. */
export type NoteableAwards = { awards: PageAward[]; canAward: boolean; path: string };

export type NoteErrors = { commands_only?: string[] };

export type PageNote = {
  /** Decimal id as text. */
  id: string;
  type: NoteType;
  /** Markdown as written; empty for system notes whose text is in note_html alone. */
  note: string;
  /** The same by the name that REST gives it. */
  body: string;
  note_html: string;
  /** What one line holds of it. */
  body_first_line_html: string;
  /** Null when the user is gone: show the deleted-user placeholder. */
  author: NoteAuthor | null;
  /** Whose mail it was: nobody writes from outside here. */
  external_author: null;
  created_at: string;
  /** Send it back as `last_known_updated_at` when editing, so that a change by someone else is noticed. */
  updated_at: string;
  last_edited_at?: string;
  last_edited_by?: NoteAuthor | null;
  /** Both once more, for clients that know them by these names. */
  edited_at?: string;
  edited_by?: NoteAuthor | null;
  current_user: {
    can_edit: boolean;
    can_award_emoji: boolean;
    can_resolve: boolean;
    can_resolve_discussion: boolean;
  };
  resolvable: boolean;
  resolved: boolean;
  resolved_at: string | null;
  resolved_by: NoteAuthor | null;
  resolved_by_push: boolean;
  system: boolean;
  /** Name of an icon: `git-commit`, `label`, `merge`, … Only on system notes. */
  system_note_icon_name?: string;
  /** Only on notes that tell of a change of the description. */
  description_version_id?: number;
  /** Set in the browser when several changes stand as one note: the first of them. */
  start_description_version_id?: number;
  /** Set in the browser with `start_description_version_id`: how many changes, within how many minutes. */
  description_run?: { count: number; minutes: number };
  description_version_deleted?: boolean;
  /** GET → DescriptionDiff; `?start_version_id`. */
  description_diff_path?: string;
  can_delete_description_version?: boolean;
  /** DELETE; `?start_version_id`. */
  delete_description_version_path?: string;
  /**
   * POST: the description becomes what it was after this change, with `side: 'before'` what it was before it (before
   * `start_version_id`). Absent for those who may not change it.
   */
  restore_description_version_path?: string;
  /** The text before this change (before the first of several) is there. */
  has_description_before?: boolean;
  discussion_id: string;
  /** It began its thread. */
  base_discussion: boolean;
  /** It is no thread and gets no replies. */
  individual_note: boolean;
  /** Path of the page with the note's anchor. */
  noteable_note_url: string;
  noteable_id: number;
  noteable_iid: number | null;
  noteable_type: string;
  /** PUT and DELETE. Absent on system notes. */
  path?: string;
  /** PUT {line_number, line_source, checked} ticks one box; absent for those who may not. */
  task_path?: string;
  /** POST {user_id, abuse_report} tells administrators of the author; absent on one's own. */
  report_abuse_path?: string;
  /** POST resolves, DELETE unresolves. Only on resolvable notes. */
  resolve_path?: string;
  /** Where a new issue takes its open thread over; null as with the thread. Only on resolvable notes. */
  resolve_with_issue_path?: string | null;
  /** GET lists how the line changed since. Only where the thread's lines are gone. */
  outdated_line_change_path?: string;
  is_noteable_author: boolean;
  is_contributor: boolean;
  /** Role of the author in the project ("Developer"), null without one. */
  human_access: string | null;
  project_name: string;
  internal: boolean;
  confidential: boolean;
  attachment: null;
  /** What the commands in it changed; only in the response to its author's request, as the next three. */
  commands_changes: CommandsChanges;
  /** What its commands did, in sentences; else empty. */
  references: { commands: string };
  /** Why commands in it failed; empty when none did. */
  errors: NoteErrors;
  /** Whether it was sent to resolve (true) or reopen (false) its thread; null when neither. */
  resolve_discussion: boolean | null;
  emoji_awardable: boolean;
  award_emoji: PageAward[];
  /** POST {name} gives or takes back a reaction. Absent on system notes. */
  toggle_award_path?: string;
  /** The n-th is the n-th `pre.suggestion` of note_html. Empty where lines cannot be suggested. */
  suggestions: PageSuggestion[];
  position?: DiffPosition;
  cached_markdown_version: number;
};

/** What a change of a description did, in order; without the removed parts it is the new text. */
export type DescriptionDiff = { kind: 'same' | 'added' | 'removed'; text: string }[];

export type PageDiscussion = {
  /** 40 hex digits. */
  id: string;
  reply_id: string;
  /** Always: only its notes can be replies. */
  base_discussion: true;
  /** Null for what lives in a group. */
  project_id: number | null;
  /** The commit it is about; of a merge request the one that alone was looked at when it was begun. */
  commit_id: string | null;
  confidential: boolean;
  internal: boolean;
  diff_discussion: boolean;
  expanded: boolean;
  for_commit: boolean;
  /** A single comment: no replies, no resolving. */
  individual_note: boolean;
  resolvable: boolean;
  resolved: boolean;
  resolved_at: string | null;
  resolved_by: NoteAuthor | null;
  resolved_by_push: boolean;
  /** Diff threads: the position is on the newest version. False means outdated: show the stored lines. */
  active: boolean;
  line_code: string | null;
  line_codes: string[];
  /** Where it stands in the newest version (the original place when it could not be traced). */
  position: DiffPosition | null;
  positions: DiffPosition[];
  original_position: DiffPosition | null;
  /** Null while it was never looked for: it stands where it was begun. */
  placement: Placement | null;
  /** What happened to its file since it was begun; null while it stands on its lines. */
  compare_path: string | null;
  /** Where a new issue takes the open thread over; null for settled ones and for who may make none. */
  resolve_with_issue_path: string | null;
  diff_file: {
    file_hash: string;
    file_path: string;
    old_path: string;
    new_path: string;
    viewer: string;
    /** The file as it was named where the thread was last seen, and where it was begun. */
    seen_hashes: { last: string; original: string };
    /** Of a point on an image: the content of that image, as `blob.id` of a changed file; absent where it is not known. */
    picture_id?: string;
  } | null;
  truncated_diff_lines?: PageDiffLine[];
  truncated_diff_lines_path?: string;
  /** Where it is shown: the changes of its commit, where it has one. */
  discussion_path: string;
  resolve_path: string | null;
  notes: PageNote[];
};

/** Threads whose beginnings may be asked for at once. */
export const MOST_BEGINNINGS = 30;

/** `rich_text` of the lines of one thread, in their order. */
export type LineColours = { id: string; rich_text: string[] };

/** An image as it was when a thread on it was begun. */
export type OriginalImage = { src: string; size: number; pixels: ImageSize | null };

/** Both sides of the image of one thread, as far as they are there. */
export type OriginalImages = { id: string; before: OriginalImage | null; after: OriginalImage | null };

/** Answer of GET notesPath, polled with `X-Last-Fetched-At`. Merge by id; the same note may come twice. */
export type NotesSinceAnswer = { notes: PageNote[]; last_fetched_at: string; more?: boolean };

/** What became of the commands in a text. */
export type QuickActionsStatus = {
  messages: string[];
  error_messages: string[];
  command_names: string[];
  commands_only: boolean;
  error: boolean;
};

/** What came of commands that were done when their writer was not there to hear of it. */
export type MissedCommandResults = {
  messages: string[];
  error_messages: string[];
  /** DELETE laterCommandsPath with it puts away what is told here. */
  until: string;
};

/** What commands in a text changed of the thing. */
export type CommandsChanges = { emoji_award?: string; time_estimate?: number; spend_time?: number };

/** Answer of POST createNotePath with `return_discussion: true`. */
export type CreateNoteAnswer = {
  valid: boolean;
  commands_changes: CommandsChanges;
  command_names?: string[];
  /** What was done and what failed, when there was nothing but commands; else what failed. */
  errors?: NoteErrors;
  quick_actions_status?: QuickActionsStatus;
  /** Missing when there was nothing but commands, unless the thread was resolved or reopened with them. */
  discussion?: PageDiscussion;
};

/** Body of POST createNotePath. Send the header `Idempotency-Key` with every form so that a retry makes one note. */
export type CreateNoteBody = {
  note: {
    note: string;
    noteable_type?: string;
    noteable_id?: number;
    /** `DiscussionNote` starts a thread, `DiffNote` a thread on `position`; null a single comment. */
    type?: NoteType;
    position?: DiffPosition | string;
    internal?: boolean;
    line_code?: string;
    /** The one commit that was looked at; a thread that begins keeps it. */
    commit_id?: string | null;
  };
  in_reply_to_discussion_id?: string;
  /** With a reply: resolve (true) or reopen (false) the thread as well. */
  resolve_discussion?: boolean;
  return_discussion?: boolean;
  merge_request_diff_head_sha?: string;
};

/** Answer of POST previewMarkdownPath with `{text}`. */
export type MarkdownPreviewAnswer = {
  body: string;
  references: { users: string[]; suggestions: PageSuggestionPreview[]; commands: string };
};

/** Answer of POST uploadsPath (multipart, field `file`). */
export type UploadAnswer = { link: { alt: string; url: string; markdown: string } };

export type NoticeKind = 'signed_out' | 'locked' | 'archived';

/** What a page needs to show and write the notes of one thing. */
export type NotesData = Record<keyof typeof notesDocsPaths, string> & {
  noteableType: string;
  noteableId: number;
  noteableIid: number | null;
  /** Head that the page shows, of things that have one; sent back with what is written, whose commands are about that one. */
  headSha: string | null;
  /** What it is called in a sentence: `merge request`. */
  noun: string;
  /** PUT closes or reopens it; null for what is never closed. Who may is said with the thing itself. */
  closePath: string | null;
  reopenPath: string | null;
  /** Its threads can be resolved. */
  isResolvable: boolean;
  /** Realtime topic: `note.created`, `note.updated`, `note.deleted`, `discussion.resolved` with ids. */
  topic: string;
  /** The same of internal notes; null for those who may not read them, and where there are none. */
  internalTopic: string | null;
  /** GET `?per_page&cursor&notes_filter` → PageDiscussion[]; cursor of the next page in `X-Next-Page-Cursor`. */
  discussionsPath: string;
  /** GET `?ids=` of up to MOST_BEGINNINGS threads, with commas between → LineColours[]. */
  lineColoursPath: string;
  /** The same → OriginalImages[]. */
  begunPicturesPath: string;
  /** What the reader chose to see on things of this kind: 0 everything, 1 comments, 2 history. */
  notesFilter: 0 | 1 | 2;
  /** Comments to expect, at most 10: so many rows stand in for them until they are read. */
  prerenderedNotesCount: number;
  /** GET with `X-Last-Fetched-At` → NotesSinceAnswer. */
  notesPath: string;
  /** POST CreateNoteBody. */
  createNotePath: string;
  /** GET, POST: the reader's pending comments; null where there are none, or for those who may not comment. */
  draftsPath: string | null;
  previewMarkdownPath: string;
  /** Of all commands for things of this kind, without the slash: a line that begins with one of them is no text. */
  commandNames: string[];
  uploadsPath: string | null;
  /** Microseconds since 1970 as text; the first value of `X-Last-Fetched-At`. */
  lastFetchedAt: string;
  registerPath: string;
  newSessionPath: string;
  currentUser: { canCreateNote: boolean; canCreateInternalNote: boolean; canResolve: boolean };
  /** Reactions to the thing itself, for things that take them. */
  awards?: NoteableAwards;
  /** Where an issue is made that takes over every open thread; null where none can be. */
  followUpPath: string | null;
  /** What the writer has to know of the thing: who will hear of the comment, and who may answer; with the page that says more. */
  warning: { text: string; docsPath: string } | null;
  /** What the reader's own commands came to meanwhile; null when there is nothing to tell. */
  laterCommands: MissedCommandResults | null;
  /** GET → MissedCommandResults or null; asked when `commands.done` comes for it on the reader's own topic. */
  laterCommandsPath: string;
  /** Replaces the form when set. */
  notice: { kind: NoticeKind; text: string; docsPath?: string } | null;
};

/** What clients of GitLab's pages know of the thing that is commented on. */
export type NoteableData = {
  id: number;
  iid: number | null;
  state: string;
  noteableType: string;
  targetType: string;
  web_url: string;
  confidential: boolean;
  discussion_locked: boolean;
  is_project_archived: boolean;
  archived_project_docs_path: string;
  locked_discussion_docs_path: string;
  confidential_issues_docs_path: string;
  create_note_path: string;
  preview_note_path: string;
  diff_head_sha: string | null;
  current_user: { can_create_note: boolean; can_create_confidential_note: boolean; can_update: boolean };
};

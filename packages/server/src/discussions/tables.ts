import type { DiffPosition, NoteType, PageDiffLine, Placement } from '@tributary/contract/discussions/page.ts';
import type { ColumnType, Generated } from 'kysely';

type JsonOf<T> = ColumnType<T | null, string | null, string | null>;

export type DiscussionTable = {
  id: string;
  position_number: Generated<number>;
  noteable_type: string;
  noteable_id: number;
  /** One of the two is the place of its thing. */
  project_id: number | null;
  namespace_id: ColumnType<number | null, number | null | undefined, number | null>;
  is_individual: boolean;
  is_internal: Generated<boolean>;
  is_system: Generated<boolean>;
  is_resolvable: Generated<boolean>;
  resolved_at: Date | null;
  resolved_by_id: number | null;
  resolved_by_push: Generated<boolean>;
  commit_id: string | null;
  position: JsonOf<DiffPosition>;
  original_position: JsonOf<DiffPosition>;
  line_code: string | null;
  original_line_code: string | null;
  snapshot: JsonOf<PageDiffLine[]>;
  is_active: Generated<boolean>;
  placement: ColumnType<Placement | null, string | null | undefined, string | null>;
  pin_moved_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  about_type: ColumnType<string | null, string | null | undefined, string | null>;
  about_id: ColumnType<number | null, number | null | undefined, number | null>;
  is_mention: Generated<boolean>;
  created_at: Generated<Date>;
};

export type NoteTable = {
  id: Generated<number>;
  discussion_id: string;
  noteable_type: string;
  noteable_id: number;
  project_id: number | null;
  namespace_id: ColumnType<number | null, number | null | undefined, number | null>;
  author_id: number | null;
  type: NoteType;
  is_system: Generated<boolean>;
  system_action: string | null;
  description_version_id: ColumnType<number | null, number | null | undefined, number | null>;
  is_internal: Generated<boolean>;
  body: string;
  body_html: string;
  html_version: number;
  full_body: ColumnType<string | null, string | null | undefined, string | null>;
  resolvable: Generated<boolean>;
  resolved_at: Date | null;
  resolved_by_id: number | null;
  resolved_by_push: Generated<boolean>;
  idempotency_key: string | null;
  /** Of a system note in a thread of others; where it stands on its own, its discussion has it. */
  about_type: ColumnType<string | null, string | null | undefined, string | null>;
  about_id: ColumnType<number | null, number | null | undefined, number | null>;
  lock_version: Generated<number>;
  edited_at: Date | null;
  edited_by_id: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type DescriptionVersionTable = {
  id: Generated<number>;
  noteable_type: string;
  noteable_id: number;
  project_id: number | null;
  namespace_id: ColumnType<number | null, number | null | undefined, number | null>;
  body: string | null;
  created_at: Generated<Date>;
};

export type UploadTable = {
  id: Generated<number>;
  /** One of the two is the home of the file. */
  project_id: number | null;
  namespace_id: number | null;
  secret: string;
  filename: string;
  size_bytes: number;
  /** Of an image that tells it; in pixels. */
  width: number | null;
  height: number | null;
  storage_name: string;
  uploader_id: number | null;
  created_at: Generated<Date>;
};

export type DiscussedCommitTable = {
  id: number;
  project_id: number;
  sha: string;
  title: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Generated<Date>;
};

export type AutosaveTable = {
  user_id: number;
  place: string;
  field: string;
  text: string;
  base: string | null;
  revision: Generated<number>;
  updated_at: Generated<Date>;
};

export type AutosaveVersionTable = {
  id: Generated<number>;
  user_id: number;
  place: string;
  field: string;
  text: string;
  saved_at: Date;
  /** Beyond the user's share, and nobody let go of it. */
  is_trimmed: Generated<boolean>;
  base: Generated<string | null>;
};

export type SavedReplyTable = {
  id: Generated<number>;
  user_id: number;
  name: string;
  content: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

/** What the commands of a text came to. */
export type CommandOutcome = {
  names: string[];
  messages: string[];
  errors: string[];
  changes: { emoji_award?: string; time_estimate?: number; spend_time?: number };
};

export type CommandRunTable = {
  author_id: number;
  noteable_type: string;
  noteable_id: number;
  idempotency_key: string;
  outcome: JsonOf<CommandOutcome>;
  commands: JsonOf<{ name: string; args: string; isForNew?: boolean }[]>;
  done: Generated<number>;
  seen_head_sha: string | null;
  busy_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  untold_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Generated<Date>;
};

export type AwardEmojiTable = {
  id: Generated<number>;
  name: string;
  user_id: number;
  noteable_type: string;
  noteable_id: number;
  note_id: number | null;
  custom_emoji_id: ColumnType<number | null, number | null | undefined, number | null>;
  created_at: Generated<Date>;
};

export type CustomEmojiTable = {
  id: Generated<number>;
  namespace_id: number;
  name: string;
  file_name: string;
  creator_id: number | null;
  created_at: Generated<Date>;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    discussions: DiscussionTable;
    notes: NoteTable;
    activity_filters: { user_id: number; noteable_type: string; filter: 0 | 1 | 2 };
    description_versions: DescriptionVersionTable;
    uploads: UploadTable;
    award_emoji: AwardEmojiTable;
    custom_emoji: CustomEmojiTable;
    command_runs: CommandRunTable;
    discussed_commits: DiscussedCommitTable;
    saved_replies: SavedReplyTable;
    unfinished_texts: AutosaveTable;
    unfinished_text_versions: AutosaveVersionTable;
  }
}

/** Changed files as the pages read them (`diffs_metadata.json`, `diffs_batch.json`, `diffs_batches.ndjson`, `diff_for_path`). */
import type { NoteAuthor, PageDiffLine } from '../discussions/page.ts';
import type { PairedLines } from '../projects/pair-lines.ts';
import type { ImageSize } from '../projects/repository-diff.ts';

export type DiffRefs = { base_sha: string; start_sha: string; head_sha: string };

export type DiffViewerName = 'text' | 'image' | 'no_preview' | 'renamed' | 'mode_changed' | 'added' | 'deleted';
/** Why a file is folded at first. */
export type CollapseReason = 'too_large' | 'generated' | 'over_budget' | 'pure_rename';

/** Why a file counts as made by a tool: what `.gitattributes` says of it, or its name, or the look of its lines. */
export type GeneratedReason = 'attribute' | 'no_diff_attribute' | 'lock_file' | 'minified' | 'name';

export type FileKind = 'file' | 'symlink' | 'submodule';
export type LineEnding = 'lf' | 'crlf' | 'mixed';

/**
 * A run of lines that went from one place to another, in the same file or a different one. Both sides name it by the same
 * `id`; its lines carry `moved.id`. It can be folded to one line with `edits` below it.
 */
export type DiffMove = {
  id: number;
  /** `old`: it was taken from here; `new`: it was put here. */
  side: 'old' | 'new';
  /** Lines of that side of this file, both included. */
  start_line: number;
  end_line: number;
  /** The other end. */
  other: {
    file_hash: string;
    file_path: string;
    /** As it is read. */ name: string;
    index: number;
    start_line: number;
    end_line: number;
  };
  /** 0 when nothing but the place (and the indentation, see `reindented`) changed. */
  edited_lines: number;
  reindented: boolean;
  /**
   * The edits inside alone, removed lines before what replaces them; the same list at both ends. Lines of this file and
   * side have their line_code, those of the other end have none.
   */
  edits: PageDiffLine[];
};

/** Facts of a file that need no lines. */
export type DiffFileSummary = {
  file_hash: string;
  /** Hash of project and both paths; stays the same between versions. */
  file_identifier_hash: string;
  old_path: string;
  new_path: string;
  file_path: string;
  /** Of a path that is no text: what a shell makes it of. */
  shell_path?: string;
  /** Where one of its paths is no text: all of them as they are read, with replacement characters. */
  display?: { old_path: string; new_path: string; file_path: string; copied_from: string | null };
  new_file: boolean;
  deleted_file: boolean;
  /** Renamed or copied; `copied_file` tells which. */
  renamed_file: boolean;
  copied_file: boolean;
  /** It has the content that this other changed file had before. */
  copied_from: string | null;
  mode_changed: boolean;
  added_lines: number;
  removed_lines: number;
  binary: boolean;
  submodule: boolean;
  too_large: boolean;
  generated: boolean;
  generated_reason: GeneratedReason | null;
  /** Differs only in white space, which is left out. */
  whitespace_only: boolean;
  /** How many of the added and removed lines only moved. */
  moved_lines: number;
  /** Position in the whole list: what `page` of the batch address counts. */
  index: number;
  /** In a list of names: its lines are folded at first, so that it needs no room for them. */
  folded?: boolean;
};

/** What the sides are written in, by the names users have for it; `is_alone`: their text is the same. */
export type EncodingChange = { old: string; new: string; is_alone: boolean };

/** Some of the lines of a long file, counted as `highlighted_diff_lines` has them. */
export type DiffPage = {
  from: number;
  total: number;
  /** Numbers of the last lines before these; 0 where there are none. */
  old_line: number;
  new_line: number;
};

/** Syntax colours; blocks of lines that were moved. */
export type OmittedForSize = 'colours' | 'moves';

export type PageDiffFile = DiffFileSummary & {
  a_mode: string;
  b_mode: string;
  content_sha: string;
  blob: { id: string; readable_text: boolean; path: string; mode: string };
  old_blob_id: string | null;
  diff_refs: DiffRefs;
  old_size: number | null;
  new_size: number | null;
  /** Of images, where their first bytes tell. */
  old_pixels?: ImageSize | null;
  new_pixels?: ImageSize | null;
  stored_externally: boolean;
  external_storage: 'lfs' | null;
  external_url: string | null;
  /** Where what other files say about its names would be; nothing here knows that. */
  code_navigation_path: null;
  submodule_compare: { old_sha: string; new_sha: string; url: string | null } | null;
  symlink: boolean;
  /** It became something else, as a symbolic link that is a file now. */
  type_change: { from: FileKind; to: FileKind } | null;
  /** Percent, for renames and copies. */
  similarity: number | null;
  /** What ends the changed lines of each side, where that changed. */
  line_endings: { old: LineEnding; new: LineEnding } | null;
  encoding_change: EncodingChange | null;
  /** Read in an encoding whose characters are made of signs of ASCII, which is what other tools may see; its name. */
  twofold_encoding?: string;
  moves: DiffMove[];
  /** What is left out because the file, or what changed in it, is too large for it; left out where nothing is. */
  too_large_for?: OmittedForSize[];
  /** Folded at first: ask load_collapsed_diff_url for the lines. */
  collapsed: boolean;
  collapse_reason: CollapseReason | null;
  viewer: { name: DiffViewerName; collapsed: boolean; error: string | null; error_message: string | null };
  alternate_viewer: { name: DiffViewerName; collapsed: boolean } | null;
  highlighted_diff_lines: PageDiffLine[];
  /** With `view=parallel`: rows by index into highlighted_diff_lines; null where a side is empty. */
  parallel_diff_lines?: PairedLines[];
  /** Lines carry their highlighting already; false means ask highlightPath. */
  is_highlighted: boolean;
  is_fully_expanded: boolean;
  /**
   * More lines follow: ask load_collapsed_diff_url with `from_line`. A page with a certain line is asked for with `at_old` or
   * `at_new`, its numbers, or with both as its code has them.
   */
  next_line: number | null;
  /** Where these lines stand among all of them; left out where they are all. */
  page?: DiffPage;
  /** It is too large to be read whole at once: `context_lines_path` gives it in parts, also as `full`. */
  shown_in_parts?: true;
  /** Total lines of the newer side, for expanding context below the last hunk; null until it is read for its colours. */
  new_lines_count: number | null;
  context_lines_path: string | null;
  load_collapsed_diff_url: string;
  view_path: string | null;
  replaced_view_path: string | null;
  /** Raw contents of each side, for images and downloads. */
  old_raw_path: string | null;
  new_raw_path: string | null;
  edit_path: string | null;
  /** The same file in the web IDE. */
  ide_edit_path: string | null;
  can_modify_blob: boolean;
  /** Why comments on lines are not possible; null when they are. */
  comments_disabled_reason: string | null;
};

export type DiffVersionEntry = {
  id: number;
  version_index: number;
  created_at: string;
  commits_count: number;
  latest: boolean;
  short_commit_sha: string;
  head_commit_sha: string;
  base_commit_sha: string;
  version_path: string;
  /** Compares this version with the newest. */
  compare_path: string;
  base_version_path: string | null;
  /** What merging would bring today; null where the branches conflict or it is over. */
  head_version_path: string | null;
};

export type DiffCommit = {
  id: string;
  short_id: string;
  title: string;
  title_html: string;
  description_html: string;
  author: NoteAuthor | null;
  author_name: string;
  authored_date: string;
  committed_date: string;
  commit_path: string;
  prev_commit_id: string | null;
  next_commit_id: string | null;
};

export type DiffsMetadata = {
  status: 'ready';
  real_size: string;
  size: number;
  branch_name: string;
  target_branch_name: string;
  source_branch_exists: boolean;
  /** Set when one commit is shown. */
  commit: DiffCommit | null;
  merge_request_diff: DiffVersionEntry | null;
  merge_request_diffs: DiffVersionEntry[];
  start_version: DiffVersionEntry | null;
  /** Set when what is compared with is a commit in the midst of a version. */
  start_commit: string | null;
  latest_diff: boolean;
  /** What merging would bring to the target branch as it stands today is shown. */
  diff_head: boolean;
  latest_version_path: string;
  added_lines: number;
  removed_lines: number;
  /** More than is loaded by itself: files beyond the budget are folded. */
  render_overflow_warning: boolean;
  email_patch_path: string;
  plain_diff_path: string;
  /** Address of any file at the newer commit, without its path. */
  definition_path_prefix: string;
  /** The commits of the target branch that give context to the request; null where there are none. */
  context_commits_diff: {
    commits_count: number;
    showing_context_commits_diff: boolean;
    diffs_path: string;
  } | null;
  conflict_resolution_path: string | null;
  has_conflicts: boolean;
  can_merge: boolean;
  project_path: string;
  project_name: string;
  username: string | null;
  user_full_name: string | null;
  diff_refs: DiffRefs;
  /**
   * False while lines are still being compared: the names are complete, counts are 0 and mean nothing yet. Ask again after
   * `Poll-Interval` milliseconds.
   */
  counts_ready: boolean;
  diff_files: DiffFileSummary[];
};

/** The index is still being made: ask again after `Poll-Interval` milliseconds. */
export type DiffsBuilding = { status: 'building'; message: string };
export type DiffsMetadataAnswer = DiffsMetadata | DiffsBuilding;

/** `page` is an offset: the next page is `page + per_page`; `total_pages` is the number of files. */
export type DiffsBatch = {
  diff_files: PageDiffFile[];
  pagination: { total_pages: number };
  /** Later files are still being compared: these are right, but `moves` are not known yet. */
  provisional?: true;
};

/** What became known of files after they were sent in a provisional batch. */
export type LateMoves = { late_moves: Pick<PageDiffFile, 'index' | 'moves' | 'moved_lines'>[] };

/** A line of `diffs_batches.ndjson`. An empty line says that git is still at it. */
export type DiffsLine = DiffsBatch | LateMoves;

/** Highlighted lines by index of highlighted_diff_lines of each file hash. */
export type HighlightAnswer = { files: { file_hash: string; rich_text: (string | null)[] }[] };

/** Answer of context_lines_path: lines to put between hunks. A leading or trailing `match` line stays when more is hidden. */
export type ContextLinesAnswer = PageDiffLine[];

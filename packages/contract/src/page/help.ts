/** Pages of help that others lead to. The part behind `#` is a heading of the text. */
export const helpPaths = {
  index: '/help',
  markdown: '/help/markdown',
  quickActions: '/help/quick-actions',
  lockedDiscussions: '/help/discussions#locked-discussions',
  internalNotes: '/help/discussions#internal-notes',
  confidentialIssues: '/help/issues#confidential-issues',
  archivedProjects: '/help/projects#archived-projects',
} as const;

/** The same by the names that pages with discussions give them. */
export const notesDocsPaths = {
  markdownDocsPath: helpPaths.markdown,
  quickActionsDocsPath: helpPaths.quickActions,
  archived_project_docs_path: helpPaths.archivedProjects,
  locked_discussion_docs_path: helpPaths.lockedDiscussions,
  confidential_issues_docs_path: helpPaths.confidentialIssues,
} as const;

export type HelpCommand = {
  /** Without the slash. */
  name: string;
  aliases: string[];
  /** How its words are written; empty where it takes none. */
  params: string;
  description: string;
  /** Things it is for, in plain words and in the plural; empty: wherever text is written. */
  on: string[];
};

/** Page `help`. */
export type HelpPageData = {
  title: string;
  html: string;
  topics: { title: string; path: string; isCurrent: boolean }[];
  /** Of the page about commands. */
  commands: HelpCommand[];
};

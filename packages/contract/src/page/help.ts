/** Pages of help that others lead to. The part behind `#` is a heading of the text. */
export const helpPaths = {
  index: '/help',
  markdown: '/help/markdown',
  quickActions: '/help/quick-actions',
  lockedDiscussions: '/help/discussions#locked-discussions',
  internalNotes: '/help/discussions#internal-notes',
  confidentialIssues: '/help/issues#confidential-issues',
  archivedProjects: '/help/projects#archived-projects',
  reviewChanges: '/help/merge-requests#review-changes',
  merge: '/help/merge-requests#merge',
  mergeConflicts: '/help/merge-requests#conflicts',
  mergeBlocked: '/help/merge-requests#when-a-merge-is-blocked',
  mergedResults: '/help/merge-trains#merged-results-pipelines',
  mergeTrains: '/help/merge-trains#merge-trains',
  mergePastTrain: '/help/merge-trains#merge-past-the-train',
  approvals: '/help/approvals',
  whoCanApprove: '/help/approvals#approve-a-merge-request',
  approvalRules: '/help/approvals#approval-rules',
  deniedLicenses: '/help/approvals#denied-licenses',
  pipelineMissing: '/help/ci-cd#merge-requests-without-a-pipeline',
  reports: '/help/ci-cd#reports-in-merge-requests',
  readOnlyInstance: '/help/administration#maintenance-mode',
} as const;

/** The same by the names that pages with discussions give them. */
export const notesDocsPaths = {
  markdownDocsPath: helpPaths.markdown,
  quickActionsDocsPath: helpPaths.quickActions,
  archived_project_docs_path: helpPaths.archivedProjects,
  locked_discussion_docs_path: helpPaths.lockedDiscussions,
  confidential_issues_docs_path: helpPaths.confidentialIssues,
} as const;

/** The same by the names that the merge widget gives them. */
export const widgetDocsPaths = {
  approvals_help_path: helpPaths.approvals,
  ci_troubleshooting_docs_path: helpPaths.pipelineMissing,
  codequality_help_path: helpPaths.reports,
  conflicts_docs_path: helpPaths.mergeConflicts,
  eligible_approvers_docs_path: helpPaths.whoCanApprove,
  geo_secondary_help_path: helpPaths.readOnlyInstance,
  license_compliance_docs_path: helpPaths.deniedLicenses,
  merge_immediately_docs_path: helpPaths.mergePastTrain,
  merge_request_pipelines_docs_path: helpPaths.mergedResults,
  merge_train_when_pipeline_succeeds_docs_path: helpPaths.mergeTrains,
  mr_troubleshooting_docs_path: helpPaths.mergeBlocked,
  reviewing_and_managing_merge_requests_docs_path: helpPaths.reviewChanges,
  security_approvals_help_page_path: helpPaths.approvalRules,
  security_reports_docs_path: helpPaths.reports,
  squash_before_merge_help_path: helpPaths.merge,
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

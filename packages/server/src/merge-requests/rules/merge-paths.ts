import { encodePath, repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';

/** Addresses of one request, all below its page. */
export function requestPaths(projectPath: string, projectId: number, iid: number) {
  const list = `/${encodePath(projectPath)}/-/merge_requests`;
  const page = `${list}/${iid}`;
  return {
    list,
    overview: page,
    commits: `${page}/commits`,
    pipelines: `${page}/pipelines`,
    pipelinesData: `${page}/pipelines.json`,
    changes: `${page}/diffs`,
    edit: `${page}/edit`,
    close: `${page}?merge_request[state_event]=close`,
    reopen: `${page}?merge_request[state_event]=reopen`,
    plainDiff: `${page}.diff`,
    patch: `${page}.patch`,
    basic: `${page}.json?serializer=basic`,
    widget: `${page}/widget.json`,
    widgetPipeline: `${page}/widget_pipeline.json`,
    cachedWidget: `${page}/cached_widget.json`,
    environments: `${page}/ci_environments_status`,
    merge: `${page}/merge`,
    cancelAutoMerge: `${page}/cancel_auto_merge`,
    rebase: `${page}/rebase`,
    conflicts: `${page}/conflicts`,
    resolveConflicts: `${page}/resolve_conflicts`,
    previewConflicts: `${page}/preview_conflicts`,
    removeDraft: `${page}/remove_wip`,
    assignIssues: `${page}/assign_related_issues`,
    metadata: `${page}/diffs_metadata.json`,
    batch: `${page}/diffs_batch.json`,
    batches: `${page}/diffs_batches.ndjson`,
    diffForPath: `${page}/diff_for_path`,
    highlight: `${page}/diffs_highlight.json`,
    reviewedFiles: `${page}/reviewed_files.json`,
    coverageReports: `${page}/coverage_reports.json`,
    qualityDiffReports: `${page}/codequality_mr_diff_reports.json`,
    qualityReports: `${page}/codequality_reports.json`,
    testReports: `${page}/test_reports.json`,
    toolReports: {
      accessibility: `${page}/accessibility_reports.json`,
      browser_performance: `${page}/browser_performance_reports.json`,
      load_performance: `${page}/load_performance_reports.json`,
      metrics: `${page}/metrics_reports.json`,
      terraform: `${page}/terraform_reports.json`,
      license: `${page}/license_scanning_reports.json`,
      security: `${page}/security_reports.json`,
    },
    find: `${page}/diffs_find.json`,
    rebaseChanges: `${page}/rebase_changes.json`,
    lastLook: `${page}/last_look.json`,
    contextCommits: `${page}/context_commits.json`,
    commitChangeContent: `${page}/commit_change_content`,
    licensesCollapsed: `${page}/license_scanning_reports_collapsed.json`,
    api: `/api/v4/projects/${projectId}/merge_requests/${iid}`,
    project: repositoryPaths.project(projectPath),
  };
}

export type RequestPaths = ReturnType<typeof requestPaths>;

import type { ProjectMergeSettings } from '@tributary/contract/projects/page.ts';
import type { ProjectRow } from '../project-store.ts';

/** How a project merges, as its settings page edits it: the names of the REST API, an empty text for what is not set. */
export function toMergeSettings(project: ProjectRow): ProjectMergeSettings {
  return {
    merge_method: project.merge_method,
    squash_option: project.squash_option,
    remove_source_branch_after_merge: project.remove_source_branch_after_merge,
    resolve_outdated_diff_discussions: project.resolve_outdated_diff_discussions,
    merge_pipelines_enabled: project.merge_pipelines_enabled,
    merge_trains_enabled: project.merge_trains_enabled,
    merge_trains_skip_train_allowed: project.merge_trains_skip_train_allowed,
    only_allow_merge_if_pipeline_succeeds: project.only_allow_merge_if_pipeline_succeeds,
    allow_merge_on_skipped_pipeline: project.allow_merge_on_skipped_pipeline,
    only_allow_merge_if_all_discussions_are_resolved: project.only_allow_merge_if_all_discussions_are_resolved,
    only_allow_merge_if_all_status_checks_passed: project.only_allow_merge_if_all_status_checks_passed,
    merge_commit_template: project.merge_commit_template ?? '',
    squash_commit_template: project.squash_commit_template ?? '',
    suggestion_commit_message: project.suggestion_commit_message ?? '',
    merge_request_title_regex: project.merge_request_title_regex ?? '',
    merge_request_title_regex_description: project.merge_request_title_regex_description ?? '',
    jira_url: project.jira_url ?? '',
    jira_project_keys: project.jira_project_keys ?? '',
    prevent_merge_without_jira_issue: project.prevent_merge_without_jira_issue,
  };
}

import type { Extension, Extensions } from '../../platform/extensions.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import { defineBranchVariables, slug } from '../../ci/index.ts';
import { labelsAndMilestones } from '../../planning/index.ts';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, projectRowsByIds } from '../../projects/index.ts';
import { isRefProtected } from '../../repositories/index.ts';
import { listAssignees, listLabelIds } from '../store/assignees-and-reviewers.ts';
import { listOpenBySource, type MergeRequestRow } from '../store/merge-requests.ts';
import type { VersionRow } from '../store/versions.ts';

const MAX_DESCRIPTION = 2_700;
const MAX_OPEN = 4;

/** The commit of a merge that a pipeline runs on instead of the head. */
export type MergeResult = { ref: string; sha: string; targetSha: string; eventType: 'merged_result' | 'merge_train' };

/** The `CI_MERGE_REQUEST_*` variables of a pipeline for a merge request, with names and values as GitLab documents them. */
export async function requestVariables(
  ctx: Context,
  {
    row,
    version,
    source,
    target,
    result,
  }: { row: MergeRequestRow; version: VersionRow; result: MergeResult | null } & Record<
    'source' | 'target',
    ProjectAccess
  >,
): Promise<Record<string, string>> {
  const isProtected = (access: ProjectAccess, name: string) => isRefProtected(ctx, access, { name, isTag: false });
  const url = ({ project }: ProjectAccess) => `${ctx.config.url}${repositoryPaths.project(project.full_path)}`;
  const found = await Promise.all([planned(ctx, row), ...registered.map((find) => find(ctx, row))]);
  return {
    ...(Object.assign({}, ...found) as Record<string, string>),
    CI_MERGE_REQUEST_ID: String(row.id),
    CI_MERGE_REQUEST_IID: String(row.iid),
    CI_MERGE_REQUEST_REF_PATH: result?.ref ?? `refs/merge-requests/${row.iid}/head`,
    CI_MERGE_REQUEST_EVENT_TYPE: result?.eventType ?? 'detached',
    CI_MERGE_REQUEST_TITLE: row.title,
    CI_MERGE_REQUEST_DESCRIPTION: row.description.slice(0, MAX_DESCRIPTION),
    CI_MERGE_REQUEST_DESCRIPTION_IS_TRUNCATED: String(row.description.length > MAX_DESCRIPTION),
    CI_MERGE_REQUEST_DRAFT: String(row.is_draft),
    CI_MERGE_REQUEST_SQUASH_ON_MERGE: String(row.squash),
    CI_MERGE_REQUEST_DIFF_ID: String(version.id),
    CI_MERGE_REQUEST_DIFF_BASE_SHA: version.base_sha,
    CI_MERGE_REQUEST_PROJECT_ID: String(target.project.id),
    CI_MERGE_REQUEST_PROJECT_PATH: target.project.full_path,
    CI_MERGE_REQUEST_PROJECT_URL: url(target),
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: row.target_branch,
    CI_MERGE_REQUEST_TARGET_BRANCH_PROTECTED: String(await isProtected(target, row.target_branch)),
    CI_MERGE_REQUEST_TARGET_BRANCH_SHA: result?.targetSha ?? '',
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: String(source.project.id),
    CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: source.project.full_path,
    CI_MERGE_REQUEST_SOURCE_PROJECT_URL: url(source),
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: row.source_branch,
    CI_MERGE_REQUEST_SOURCE_BRANCH_PROTECTED: String(await isProtected(source, row.source_branch)),
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: result ? version.head_sha : '',
    // What runs on the result of a merge still belongs to the source branch.
    ...(result && { CI_COMMIT_REF_NAME: row.source_branch, CI_COMMIT_REF_SLUG: slug(row.source_branch) }),
  };
}

type Find = (ctx: Context, row: MergeRequestRow) => Promise<Record<string, string>>;
const registered: Find[] = [];

/** Lets another slice add predefined variables to the pipelines of merge requests. */
export function defineRequestVariables(find: Find): Extension {
  return () => {
    registered.push(find);
  };
}

/** Assignees, labels and milestone; each is left out where there is none. */
async function planned(ctx: Context, row: MergeRequestRow): Promise<Record<string, string>> {
  const [assignees, onRequest] = await Promise.all([listAssignees(ctx.db, [row.id]), listLabelIds(ctx.db, [row.id])]);
  const [users, { labels, milestones }] = await Promise.all([
    listUsersByIds(
      ctx,
      assignees.map(({ userId }) => userId),
    ),
    labelsAndMilestones(ctx, {
      labelIds: onRequest.map(({ labelId }) => labelId),
      milestoneIds: [row.milestone_id],
    }),
  ]);
  const names = Array.from(labels.values(), ({ name }) => name).toSorted();
  const milestone = row.milestone_id === null ? undefined : milestones.get(row.milestone_id);
  return {
    ...(users.length > 0 && { CI_MERGE_REQUEST_ASSIGNEES: users.map(({ username }) => username).join(',') }),
    ...(names.length > 0 && { CI_MERGE_REQUEST_LABELS: names.join(',') }),
    ...(milestone && { CI_MERGE_REQUEST_MILESTONE: milestone.title }),
  };
}

export const pipelinesRequestVariables: Extensions = [
  /** With this, `workflow:rules` leave out the pipeline of a branch that has one for its merge request. */
  defineBranchVariables(async (ctx, { project }, branch): Promise<Record<string, string>> => {
    const open = (await listOpenBySource(ctx.db, project.id, branch)).slice(0, MAX_OPEN);
    if (open.length === 0) return {};
    const projects = await projectRowsByIds(ctx.db, [...new Set(open.map((row) => row.target_project_id))]);
    const paths = new Map(projects.map(({ id, full_path: path }) => [id, path]));
    const names = open.flatMap((row) => {
      const path = paths.get(row.target_project_id);
      return path === undefined ? [] : [`${path}!${row.iid}`];
    });
    return { CI_OPEN_MERGE_REQUESTS: names.join(',') };
  }),
];

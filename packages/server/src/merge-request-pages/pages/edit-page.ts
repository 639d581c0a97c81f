import { toPageLabel, toPageMilestone, toPageUser } from '../../planning/index.ts';
import type {
  MergeRequestEditPageData,
  MergeRequestFormData,
  ProjectChoice,
} from '@tributary/contract/merge-requests/page.ts';
import { noteablePaths } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import type { ProjectAccess, ProjectRow } from '../../projects/index.ts';
import {
  canDelete,
  dependenciesOf,
  dependencyReference,
  canSetMetadata,
  canUpdate,
  textVersion,
  findProjectAccess,
  type MergeRequestAccess,
  pathOf,
  canAllowCollaboration,
  noteableOf,
  buildMergeRequestView,
  requestPaths,
} from '../../merge-requests/index.ts';

export async function editPage(ctx: Context, found: MergeRequestAccess): Promise<MergeRequestEditPageData> {
  guard(canUpdate(ctx.actor, found));
  const { row, access } = found;
  const { project } = access;
  const view = await buildMergeRequestView(ctx, row, access);
  const paths = noteablePaths(noteableOf(found));
  const form: MergeRequestFormData = {
    title: row.title,
    description: row.description,
    draft: row.is_draft,
    assignees: view.assignees.map((user) => toPageUser(user)),
    reviewers: view.reviewers.map((reviewer) => toPageUser(reviewer.user)),
    labels: view.labels.map((label) => toPageLabel(label)),
    milestone: toPageMilestone(view.milestone),
    removeSourceBranch: row.force_remove_source_branch,
    squash: squashChoice(project, row.squash),
    ...((await mayCollaborate(ctx, found)) && { allowCollaboration: row.allow_collaboration }),
    mergeAfter: row.merge_after?.toISOString() ?? null,
    dependencies: await dependenciesPartOfForm(ctx, found),
    can: formRights(ctx, access),
  };
  return {
    iid: row.iid,
    reference: `!${row.iid}`,
    path: pathOf(project.full_path, row.iid),
    api: requestPaths(project.full_path, project.id, row.iid).api,
    version: textVersion(row),
    targetBranch: row.target_branch,
    targetProject: projectChoice(project),
    sourceBranch: row.source_branch,
    canRetarget: row.state === 'opened',
    canDelete: canDelete(ctx.actor, found) === null,
    form,
    previewMarkdownPath: paths.previewMarkdown,
    uploadsPath: isAllowed(ctx.actor, 'upload_file', access.policy) ? paths.uploads : null,
  };
}

async function dependenciesPartOfForm(ctx: Context, { row, access }: MergeRequestAccess) {
  const { visible, hidden } = await dependenciesOf(ctx, row.id);
  return { references: visible.map((other) => dependencyReference(other, access.project.id)), hidden };
}

/** The choice is shown to who may make it, and to everyone who may take it back. */
async function mayCollaborate(ctx: Context, { row, access }: MergeRequestAccess): Promise<boolean> {
  if (row.allow_collaboration) return true;
  if (row.source_project_id === null || row.source_project_id === row.target_project_id) return false;
  const source = await findProjectAccess(ctx, row.source_project_id);
  return source !== undefined && canAllowCollaboration(ctx, source, access);
}

export function projectChoice(project: ProjectRow): ProjectChoice {
  return { id: project.id, fullPath: project.full_path, name: project.name, defaultBranch: project.default_branch };
}

export function squashChoice(project: ProjectRow, wanted: boolean): MergeRequestFormData['squash'] {
  const option = project.squash_option;
  const value = option === 'always' || (option !== 'never' && wanted);
  return { value, isReadOnly: option === 'always' || option === 'never', isShown: option !== 'never' };
}

export function formRights(ctx: Context, access: ProjectAccess): MergeRequestFormData['can'] {
  const maySet = canSetMetadata(ctx.actor, access) === null;
  return { assign: maySet, label: maySet, setMilestone: maySet };
}

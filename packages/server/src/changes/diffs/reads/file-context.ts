import type { Context } from '../../../platform/context.ts';
import { type DeployedSite, deployedSite } from '../../../environments/index.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import {
  findProjectAccess,
  type MergeRequestAccess,
  canPushToSource,
  PIPELINE_SUBJECT,
  requestPaths,
} from '../../../merge-requests/index.ts';
import type { ComparedRange } from '../diff-range.ts';
import type { DiffFileContext } from '../page-diff-file.ts';

const NOT_PUSHED = 'These changes have not been pushed. Comment on the latest version instead.';

const NOT_PROPOSED = 'These changes are already in the target branch. Comment on the proposed changes instead.';

/** Whether and where the actor may edit the files of a request. */
export type Editing = Pick<DiffFileContext, 'canEdit' | 'sourceBranch' | 'sourcePath'>;

/** The same with where the files are deployed. Cached batches are kept for each site, and for those who may not read it. */
export async function fileFactsOf(ctx: Context, found: MergeRequestAccess) {
  const [editing, site] = await Promise.all([editingOf(ctx, found), siteOf(ctx, found)]);
  return { ...editing, site };
}

export async function editingOf(ctx: Context, found: MergeRequestAccess): Promise<Editing> {
  const { row, access } = found;
  const [source, canPush] = await Promise.all([
    row.source_project_id === null ? undefined : sourceOf(ctx, access, row.source_project_id),
    row.state === 'opened' && canPushToSource(ctx, found),
  ]);
  return { canEdit: canPush, sourceBranch: row.source_branch, sourcePath: source?.project.full_path ?? null };
}

/** Where the head of an open request is deployed: its files lead to the pages that they became. */
async function siteOf(ctx: Context, { row, access }: MergeRequestAccess): Promise<DeployedSite | undefined> {
  if (row.head_sha === null) return undefined;
  return deployedSite(ctx, access, { shas: [row.head_sha], subject: { type: PIPELINE_SUBJECT, id: row.id } });
}

/** Where the files of a request are shown. */
export function mergeRequestFileContext(
  { row, access: { project } }: MergeRequestAccess,
  range: ComparedRange & { isMergeToday: boolean; isContext: boolean },
  { site, ...editing }: Editing & { site?: DeployedSite | undefined },
  isParallel: boolean,
): DiffFileContext {
  return {
    projectId: project.id,
    projectPath: project.full_path,
    page: requestPaths(project.full_path, project.id, row.iid).overview,
    refs: range.refs,
    ...editing,
    ...(site && { site }),
    isParallel,
    ...(range.isMergeToday && { commentsDisabled: NOT_PUSHED }),
    ...(range.isContext && { commentsDisabled: NOT_PROPOSED }),
  };
}

function sourceOf(ctx: Context, access: ProjectAccess, id: number): Promise<ProjectAccess | undefined> {
  return id === access.project.id ? Promise.resolve(access) : findProjectAccess(ctx, id);
}

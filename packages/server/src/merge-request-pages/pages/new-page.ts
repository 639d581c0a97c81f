import { AppError, fail } from '@tributary/contract/errors/app-error.ts';
import type { MergeRequestFormData, MergeRequestNewPageData } from '@tributary/contract/merge-requests/page.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import type { Context } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { can, isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import {
  canCreate,
  checkDifferent,
  readPair,
  canAllowCollaboration,
  checkFork,
  listNetwork,
  pathOf,
  defaultTexts,
  isDraftTitle,
  findOpenForPair,
  type BranchPair,
  type ReadVersion,
  versionCommitColumns,
} from '../../merge-requests/index.ts';
import { openDiff } from '../../changes/index.ts';
import { offerDescriptionTemplates } from '../../repositories/index.ts';
import { formRights, projectChoice, squashChoice } from './edit-page.ts';
import { pageCommits } from './show-page.ts';

const LISTED_COMMITS = 100;

/** What the address names: projects by id, branches by name; `undefined` where it does not say. */
export type NewPageQuery = {
  sourceProjectId?: number | undefined;
  sourceBranch?: string | undefined;
  targetProjectId?: number | undefined;
  targetBranch?: string | undefined;
  title?: string | undefined;
  description?: string | undefined;
};

export function readNewQuery(query: URLSearchParams): NewPageQuery {
  const text = (name: string) => {
    const value = query.get(`merge_request[${name}]`) ?? '';
    return value === '' ? undefined : value.slice(0, 10_000);
  };
  const id = (name: string) => {
    const value = text(name);
    return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
  };
  return {
    sourceProjectId: id('source_project_id'),
    sourceBranch: text('source_branch'),
    targetProjectId: id('target_project_id'),
    targetBranch: text('target_branch'),
    title: text('title'),
    description: text('description'),
  };
}

type Chosen = { source: ProjectAccess; target: ProjectAccess; pair: BranchPair | undefined };

export async function newPage(
  ctx: Context,
  access: ProjectAccess,
  query: NewPageQuery,
): Promise<Omit<MergeRequestNewPageData, 'tab'>> {
  if (ctx.actor.kind === 'anonymous') throw new AppError('unauthenticated');
  guard(can(ctx.actor, 'read_merge_request', { ...featureOf(access, 'merge_requests'), resource: 'Page' }));
  const chosen = await choose(ctx, access, query);
  const { source, target, pair } = chosen;
  const network = await listNetwork(ctx, access);
  const given = query.description ?? (target.project.merge_requests_template || undefined);
  const { offered, description } = await offerDescriptionTemplates(ctx, target, 'merge_requests', given);
  const base = {
    templates: offered,
    sourceProjects: network
      .filter((each) => canCreate(ctx.actor, each, target) === null)
      .map((each) => projectChoice(each.project)),
    targetProjects: network
      .filter((each) => isAllowed(ctx.actor, 'create_merge_request_in', featureOf(each, 'merge_requests')))
      .map((each) => projectChoice(each.project)),
    source: { projectId: source.project.id, branch: query.sourceBranch ?? null },
    target: { projectId: target.project.id, branch: query.targetBranch ?? target.project.default_branch },
    createPath: `/api/v4/projects/${source.project.id}/merge_requests`,
    previewMarkdownPath: `/${encodePath(target.project.full_path)}/-/preview_markdown?target_type=merge_request`,
    uploadsPath: isAllowed(ctx.actor, 'upload_file', target.policy)
      ? `/${encodePath(target.project.full_path)}/-/uploads`
      : null,
  };
  if (!pair) return { ...base, step: 'branches', problems: [], existing: null, form: null, preview: null };
  try {
    guard(canCreate(ctx.actor, source, target));
    checkFork(source.project, target.project);
    checkDifferent(pair);
    const existing = await findExisting(ctx, pair, target);
    const read = await readPair(ctx, pair);
    if (read.commitsCount === 0) {
      fail('merge_request_no_commits', { source: pair.source.branch, target: pair.target.branch });
    }
    return {
      ...base,
      step: 'form',
      problems: [],
      existing,
      form: formOf(ctx, chosen, read, query, description),
      preview: await previewOf(ctx, chosen, pair, read),
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
    return { ...base, step: 'branches', problems: [error.message], existing: null, form: null, preview: null };
  }
}

async function choose(ctx: Context, access: ProjectAccess, query: NewPageQuery): Promise<Chosen> {
  const named = (id: number | undefined) =>
    id === undefined || id === access.project.id ? Promise.resolve(access) : getProjectAccess(ctx, id);
  const source = await named(query.sourceProjectId);
  const target =
    query.targetProjectId === undefined ? await upstreamOf(ctx, source) : await named(query.targetProjectId);
  const targetBranch = query.targetBranch ?? target.project.default_branch;
  if (query.sourceBranch === undefined || targetBranch === null) return { source, target, pair: undefined };
  const pair = {
    source: { projectId: source.project.id, branch: query.sourceBranch },
    target: { projectId: target.project.id, branch: targetBranch },
  };
  return { source, target, pair };
}

/** From a fork the usual target is where it came from, as far as the user may propose there. */
async function upstreamOf(ctx: Context, source: ProjectAccess): Promise<ProjectAccess> {
  const { forked_from_id: id } = source.project;
  if (id === null) return source;
  try {
    const upstream = await getProjectAccess(ctx, id);
    return isAllowed(ctx.actor, 'create_merge_request_in', featureOf(upstream, 'merge_requests')) ? upstream : source;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return source;
    throw error;
  }
}

async function findExisting(ctx: Context, { source, target }: BranchPair, access: ProjectAccess) {
  const row = await findOpenForPair(ctx.db, {
    sourceProjectId: source.projectId,
    sourceBranch: source.branch,
    targetProjectId: target.projectId,
    targetBranch: target.branch,
  });
  return row ? { iid: row.iid, path: pathOf(access.project.full_path, row.iid) } : null;
}

function formOf(
  ctx: Context,
  { source, target }: Chosen,
  read: ReadVersion,
  query: NewPageQuery,
  description: string | undefined,
): MergeRequestFormData {
  const texts = defaultTexts(
    query.sourceBranch ?? '',
    read.commits.map((commit) => ({ message: commit.message, parentCount: commit.parents.length })),
  );
  const title = query.title ?? texts.title;
  return {
    title,
    description: description ?? texts.description,
    draft: isDraftTitle(title),
    assignees: [],
    reviewers: [],
    labels: [],
    milestone: null,
    removeSourceBranch: target.project.remove_source_branch_after_merge,
    squash: squashChoice(target.project, target.project.squash_option === 'default_on'),
    ...(canAllowCollaboration(ctx, source, target) && { allowCollaboration: false }),
    mergeAfter: null,
    dependencies: { references: [], hidden: 0 },
    can: formRights(ctx, target),
  };
}

async function previewOf(ctx: Context, { source, target }: Chosen, pair: BranchPair, read: ReadVersion) {
  const rows = versionCommitColumns(read.commits.slice(0, LISTED_COMMITS));
  const { index } = await openDiff(ctx, {
    projectId: target.project.id,
    base: read.baseSha,
    head: read.headSha,
    ignoresWhitespace: false,
  });
  const below = `/${encodePath(source.project.full_path)}/-/merge_requests/new`;
  const query = new URLSearchParams({
    source_branch: pair.source.branch,
    target_project_id: String(target.project.id),
    target_branch: pair.target.branch,
  });
  const commits = await pageCommits(ctx, source.project.full_path, rows, below);
  return {
    // What one commit changed has no place in this form.
    commits: commits.map((commit) => ({ ...commit, changesPath: commit.path })),
    commitsCount: read.commitsCount,
    filesCount: index.totals.files,
    addedLines: index.totals.addedLines,
    removedLines: index.totals.removedLines,
    diffs: {
      metadataPath: `${below}/diffs_metadata.json?${query}`,
      batchPath: `${below}/diffs_batch.json?${query}`,
      batchesPath: `${below}/diffs_batches.ndjson?${query}`,
      diffForPathPath: `${below}/diff_for_path?${query}`,
      highlightPath: `${below}/diffs_highlight.json?${query}`,
    },
  };
}

import { listUsersByIds } from '../accounts/index.ts';
import type { UserActor } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import {
  issuesOfRequest,
  type MergeRequestAccess,
  pathOf,
  referenceOf,
  mergeCommitMessage,
  squashCommitMessage,
  commitValues,
  fillMessageTemplate,
  signature,
  type Signer,
  type TemplateValues,
  trailerLines,
  listReviewers,
  type VersionCommitRow,
} from '../merge-requests/index.ts';
import { listValidApprovals } from '../approvals/index.ts';

type DefaultMessages = { merge: string; mergeWithDescription: string; squash: string };

/** Messages of the commits that merging makes when nobody writes others: by the templates of the project, or the usual ones. */
export async function defaultMessages(
  ctx: Context,
  found: MergeRequestAccess,
  commits: readonly VersionCommitRow[],
): Promise<DefaultMessages> {
  const { row, access } = found;
  const { project } = access;
  const parts = {
    title: row.title,
    description: row.description,
    sourceBranch: row.source_branch,
    targetBranch: row.target_branch,
    reference: referenceOf(project.full_path, row.iid),
  };
  const texts = commits.map((commit) => ({ message: commit.message, parentCount: commit.parent_shas.length }));
  const { merge_commit_template: ofMerge, squash_commit_template: ofSquash } = project;
  const values = ofMerge === null && ofSquash === null ? undefined : await templateValues(ctx, found, commits);
  const filled = (template: string | null) =>
    (template !== null && values && fillMessageTemplate(template, values)) || '';
  return {
    merge: filled(ofMerge) || mergeCommitMessage(parts),
    mergeWithDescription: mergeCommitMessage(parts, true),
    squash: filled(ofSquash) || squashCommitMessage(row.title, texts),
  };
}

async function templateValues(
  ctx: Context,
  { row, access }: MergeRequestAccess,
  commits: readonly VersionCommitRow[],
): Promise<TemplateValues> {
  const { project } = access;
  const [approvals, reviewers, closing] = await Promise.all([
    listValidApprovals(ctx.db, row.id),
    listReviewers(ctx.db, [row.id]),
    issuesOfRequest(ctx, row.id, 'closing'),
  ]);
  const approverIds = approvals.map((approval) => approval.user_id);
  const reviewerIds = reviewers.map((reviewer) => reviewer.userId);
  const authorIds = row.author_id === null ? [] : [row.author_id];
  const signers = await signersOf(ctx, [...approverIds, ...reviewerIds, ...authorIds]);
  const named = (ids: readonly number[]) => ids.flatMap((id) => signers.get(id) ?? []);
  const merger = ctx.actor.kind === 'user' ? selfOf(ctx.actor) : undefined;
  const own = commits.filter((commit) => commit.parent_shas.length < 2);
  const coAuthors = own
    .map((commit) => ({ name: commit.author_name, email: commit.author_email }))
    .filter(({ email }) => email !== merger?.email)
    .toReversed();
  const texts = commits.map((commit) => ({ message: commit.message, parentCount: commit.parent_shas.length }));
  return {
    ...commitValues(row.title, texts),
    approved_by: trailerLines('Approved-by', named(approverIds)),
    reviewed_by: trailerLines('Reviewed-by', named(reviewerIds)),
    co_authored_by: trailerLines('Co-authored-by', coAuthors),
    merge_request_author: named(authorIds)
      .map((signer) => signature(signer))
      .join(''),
    merged_by: merger ? signature(merger) : '',
    title: row.title,
    description: row.description.trim(),
    issues: closingSentence(
      closing.map(({ row: issue, project: of }) =>
        of.id === project.id ? `#${issue.iid}` : `${of.full_path}#${issue.iid}`,
      ),
    ),
    reference: referenceOf(project.full_path, row.iid),
    local_reference: `!${row.iid}`,
    source_branch: row.source_branch,
    target_branch: row.target_branch,
    source_project_id: String(row.source_project_id ?? ''),
    url: `${ctx.config.url}${pathOf(project.full_path, row.iid)}`,
  };
}

function selfOf({ name, email }: UserActor): Signer {
  return { name, email };
}

/** Addresses that users do not show stay with them. */
async function signersOf(ctx: Context, ids: readonly number[]): Promise<Map<number, Signer>> {
  const host = new URL(ctx.config.url).hostname;
  const people = await listUsersByIds(ctx, [...new Set(ids)]);
  return new Map(
    people.map(({ id, username, name, publicEmail }) => [
      id,
      { name, email: publicEmail ?? `${id}-${username}@users.noreply.${host}` },
    ]),
  );
}

/** `Closes #1, #2 and #3`. */
function closingSentence(references: readonly string[]): string {
  const last = references.at(-1);
  if (last === undefined) return '';
  const before = references.slice(0, -1);
  return before.length === 0 ? `Closes ${last}` : `Closes ${before.join(', ')} and ${last}`;
}

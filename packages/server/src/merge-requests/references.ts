import type { Extensions } from '../platform/extensions.ts';
import { encodePath, repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineReferenceResolver, type GitBudget, summarised, type WantedReference } from '../discussions/index.ts';
import type { Context } from '../platform/context.ts';
import type { ResolvedReference } from '../platform/markup/index.ts';
import { can, isAllowed } from '../platform/policy/policy.ts';
import { findLabels, findMilestones, projectContainer, referenceDetails } from '../planning/index.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../projects/index.ts';
import { findVisibleCommits } from '../repositories/index.ts';
import { pathOf } from './merge-request-access.ts';
import { listMergeRequestsByIids } from './store/merge-requests.ts';
import { listAssignees } from './store/assignees-and-reviewers.ts';
import { findCommitsByPrefix } from './store/known-commits.ts';

type Resolved = Map<string, ResolvedReference>;

/** References by the project they mean; projects the reader may not see are left out. */
async function byProject(
  ctx: Context,
  references: readonly WantedReference[],
): Promise<{ access: ProjectAccess; references: WantedReference[] }[]> {
  const groups: { access: ProjectAccess; references: WantedReference[] }[] = [];
  for (const [path, own] of Map.groupBy(references, (reference) => reference.projectPath)) {
    if (path === undefined) continue;
    try {
      groups.push({ access: await getProjectAccess(ctx, path), references: own });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
    }
  }
  return groups;
}

/**
 * Commits that merge requests of the project brought or that were talked about, and those in a history that the reader may
 * see: a guessed id tells nothing about other objects.
 */
async function commitsNamed(ctx: Context, access: ProjectAccess, prefixes: readonly string[], budget: GitBudget) {
  const known = await findCommitsByPrefix(ctx.db, access.project.id, prefixes);
  const others = prefixes.filter((prefix) => !known.has(prefix));
  if (others.length === 0) return known;
  return new Map([...known, ...(await findVisibleCommits(ctx, access, others, budget))]);
}

export const mergeRequestsReferences: Extensions = [
  defineReferenceResolver('merge_request', async (ctx, references) => {
    const resolved: Resolved = new Map();
    for (const { access, references: own } of await byProject(ctx, references)) {
      if (can(ctx.actor, 'read_merge_request', featureOf(access, 'merge_requests'))) continue;
      const iids = own.map((reference) => Number(reference.value));
      const rows = await listMergeRequestsByIids(ctx.db, access.project.id, iids);
      const wanted = new Set(summarised(own).map((reference) => Number(reference.value)));
      const details = await referenceDetails(
        ctx,
        rows.filter((row) => wanted.has(row.iid)),
        async (ids) => Map.groupBy(await listAssignees(ctx.db, ids), (each) => each.mergeRequestId),
      );
      for (const reference of own) {
        const row = rows.find((each) => each.iid === Number(reference.value));
        if (!row) continue;
        resolved.set(reference.key, {
          href: pathOf(access.project.full_path, row.iid),
          title: row.title,
          ...(row.state !== 'opened' && { state: row.state }),
          details: details.get(row.id) ?? [],
        });
      }
    }
    return resolved;
  }),
  defineReferenceResolver('commit', async (ctx, references, _place, budget) => {
    const resolved: Resolved = new Map();
    for (const { access, references: own } of await byProject(ctx, references)) {
      if (!isAllowed(ctx.actor, 'read_code', featureOf(access, 'repository'))) continue;
      const known = await commitsNamed(
        ctx,
        access,
        own.map((reference) => reference.value),
        budget,
      );
      for (const reference of own) {
        const commit = known.get(reference.value);
        if (!commit) continue;
        const href = repositoryPaths.commit(access.project.full_path, commit.sha);
        resolved.set(reference.key, { href, title: commit.title });
      }
    }
    return resolved;
  }),
  /** Both ends must be known, as for single commits. */
  defineReferenceResolver('commit_range', async (ctx, references, _place, budget) => {
    const resolved: Resolved = new Map();
    for (const { access, references: own } of await byProject(ctx, references)) {
      if (!isAllowed(ctx.actor, 'read_code', featureOf(access, 'repository'))) continue;
      const ends = own.flatMap(({ value, to = '' }) => [value, to]);
      const known = await commitsNamed(ctx, access, ends, budget);
      for (const { key, value, to = '' } of own) {
        const [from, until] = [known.get(value), known.get(to)];
        if (!from || !until) continue;
        const href = repositoryPaths.compare(access.project.full_path, from.sha, until.sha);
        resolved.set(key, { href, title: `Commits ${from.sha.slice(0, 8)} through ${until.sha.slice(0, 8)}` });
      }
    }
    return resolved;
  }),
  defineReferenceResolver('label', async (ctx, references, textPlace) => {
    const resolved: Resolved = new Map();
    const listing = textPlace?.pathName === 'issues' ? 'issues' : 'merge_requests';
    for (const { access, references: own } of await byProject(ctx, references)) {
      const place = await projectContainer(ctx, access);
      const labels = await findLabels(
        ctx,
        place,
        own.map((reference) => reference.value),
      );
      for (const reference of own) {
        const label = labels.get(reference.value);
        if (!label) continue;
        const query = new URLSearchParams({ 'label_name[]': label.name });
        resolved.set(reference.key, {
          href: `/${encodePath(access.project.full_path)}/-/${listing}?${query}`,
          text: label.name,
          title: label.description,
          color: label.color,
        });
      }
    }
    return resolved;
  }),
  defineReferenceResolver('milestone', async (ctx, references) => {
    const resolved: Resolved = new Map();
    for (const { access, references: own } of await byProject(ctx, references)) {
      const milestones = await findMilestones(
        ctx,
        await projectContainer(ctx, access),
        own.map((reference) => reference.value),
      );
      for (const reference of own) {
        const milestone = milestones.get(reference.value);
        if (milestone) resolved.set(reference.key, { href: milestone.href, text: `%${milestone.title}` });
      }
    }
    return resolved;
  }),
];

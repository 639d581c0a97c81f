import type { Extensions } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineReferenceResolver, summarised } from '../../discussions/index.ts';
import type { ResolvedReference } from '../../platform/markup/index.ts';
import type { Context } from '../../platform/context.ts';
import { can } from '../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { issueAccessOf, issuePath, issuesOf } from './issue-access.ts';
import { referenceDetails } from '../shared/reference-details.ts';
import { listIssuesByIids } from './store/issues.ts';
import { listIssueAssignees } from './store/participants.ts';

async function findAccess(ctx: Context, path: string): Promise<ProjectAccess | undefined> {
  try {
    return await getProjectAccess(ctx, path);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

export const issuesReferences: Extensions = [
  /** Confidential issues are links only for those who may read them; for everyone else the text stays as it was typed. */
  defineReferenceResolver('issue', async (ctx, references) => {
    const resolved = new Map<string, ResolvedReference>();
    for (const [path, own] of Map.groupBy(references, (reference) => reference.projectPath)) {
      const access = path === undefined ? undefined : await findAccess(ctx, path);
      if (!access || can(ctx.actor, 'read_issue', issuesOf(access))) continue;
      const rows = await listIssuesByIids(
        ctx.db,
        access.project.id,
        own.map((reference) => Number(reference.value)),
      );
      const wanted = new Set(summarised(own).map((reference) => Number(reference.value)));
      const details = await referenceDetails(
        ctx,
        rows.filter((row) => wanted.has(row.iid)),
        async (ids) => Map.groupBy(await listIssueAssignees(ctx.db, ids), (each) => each.issueId),
      );
      for (const row of rows) {
        const { policy } = await issueAccessOf(ctx, access, row);
        if (can(ctx.actor, 'read_issue', policy)) continue;
        const found = {
          href: issuePath(access.project.full_path, row.iid),
          title: row.title,
          ...(row.state === 'closed' && { state: 'closed' }),
          details: details.get(row.id) ?? [],
        };
        for (const reference of own) if (Number(reference.value) === row.iid) resolved.set(reference.key, found);
      }
    }
    return resolved;
  }),
];

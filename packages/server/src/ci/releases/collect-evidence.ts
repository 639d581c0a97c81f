import type { Extensions } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { createHash } from 'node:crypto';
import { SYSTEM } from '../../platform/actor.ts';
import { audit } from '../../platform/audit.ts';
import { type Context, transact } from '../../platform/context.ts';
import { addJob, defineJob, registerJob } from '../../platform/jobs.ts';
import { defineOperation } from '../../platform/operation.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { type EvidenceFacts, findEvidence, insertEvidence, listEvidences } from './evidence-store.ts';
import { milestoneIssues, viewReleaseMilestones } from './release-milestones.ts';
import { holdRelease, lockRelease, type ReleaseRow } from './release-store.ts';
import { releaseRefusal } from './release-refusal.ts';

/** Evidence is for those who may read all that is in it. */
function mayReadEvidence(ctx: Context, access: ProjectAccess, { has_issues: has }: EvidenceFacts): boolean {
  return !has || isAllowed(ctx.actor, 'read_issue', featureOf(access, 'issues'));
}

export async function readableEvidences(
  ctx: Context,
  access: ProjectAccess,
  releaseIds: readonly number[],
): Promise<Map<number, EvidenceFacts[]>> {
  const found = await listEvidences(ctx.db, releaseIds);
  return new Map(Array.from(found, ([id, rows]) => [id, rows.filter((row) => mayReadEvidence(ctx, access, row))]));
}

/** The text of an evidence. */
export async function readEvidence(ctx: Context, access: ProjectAccess, release: ReleaseRow, id: number) {
  const row = await findEvidence(ctx.db, release.id, id);
  if (!row || !mayReadEvidence(ctx, access, row)) throw new AppError('not_found', { resource: 'Evidence' });
  return row.content;
}

/** Writes down what the release is now. */
async function collect(ctx: Context, access: ProjectAccess, release: ReleaseRow): Promise<void> {
  const { project } = access;
  const milestones = (await viewReleaseMilestones(ctx, access, [release.id])).get(release.id) ?? [];
  const issues = await milestoneIssues(
    ctx,
    access,
    milestones.map(({ id }) => id),
  );
  const content = JSON.stringify({
    release: {
      id: release.id,
      tag_name: release.tag,
      name: release.name,
      description: release.description,
      created_at: release.created_at.toISOString(),
      project: {
        id: project.id,
        name: project.name,
        description: project.description,
        created_at: project.created_at.toISOString(),
      },
      milestones: milestones.map(({ id, rest }) => ({
        id,
        title: rest.title,
        description: rest.description,
        state: rest.state,
        iid: rest.iid,
        created_at: rest.created_at,
        due_date: rest.due_date,
        issues: issues.get(id) ?? [],
      })),
      report_artifacts: [],
    },
  });
  await insertEvidence(ctx.db, {
    release_id: release.id,
    content,
    sha: createHash('sha256').update(content).digest('hex'),
    has_issues: [...issues.values()].some((some) => some.length > 0),
    collected_at: ctx.clock.now(),
  });
}

type Which = { projectId: number; tag: string };
type Loaded = { access: ProjectAccess; release: ReleaseRow };

/** Collects evidence of a release again. */
export const collectEvidence = defineOperation<Which, Loaded, ReleaseRow>({
  name: 'release.collect_evidence',
  load: async (ctx, { projectId, tag }) => {
    const access = await getProjectAccess(ctx, projectId);
    const release = await lockRelease(ctx.db, access.project.id, tag);
    if (!release) throw new AppError('not_found', { resource: 'Release' });
    return { access, release };
  },
  check: (ctx, { access, release }) => releaseRefusal(ctx, access, release.tag),
  run: async (ctx, { access, release }) => {
    await collect({ ...ctx, actor: SYSTEM }, access, release);
    await audit(ctx, 'release.evidence_collected', { type: 'project', id: access.project.id }, { tag: release.tag });
    return release;
  },
});

/** Evidence of a release, at its date. One that was moved on is collected then. */
const collectEvidenceJob = defineJob<{ releaseId: number }>({
  name: 'collect-release-evidence',
  run: (outer, { releaseId }) =>
    transact(outer, async (ctx) => {
      const release = await holdRelease(ctx.db, releaseId);
      if (!release || release.released_at > ctx.clock.now()) return;
      if ((await listEvidences(ctx.db, [releaseId])).has(releaseId)) return;
      await collect(ctx, await getProjectAccess(ctx, release.project_id), release);
    }),
});

/** Clocks of machines differ a little. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Its date was past when it was created: what it was then is not known. */
export const isHistorical = (releasedAt: Date, createdAt: Date): boolean =>
  releasedAt.getTime() < createdAt.getTime() - CLOCK_TOLERANCE_MS;

/** In the transaction of the change. A release of the past gets no evidence. */
export async function planEvidence(ctx: Context, { id, released_at: releasedAt }: ReleaseRow): Promise<void> {
  if (isHistorical(releasedAt, ctx.clock.now())) return;
  const key = `collect-release-evidence:${id}`;
  await addJob(ctx, collectEvidenceJob, { releaseId: id }, { runAt: releasedAt, key });
}

export const releasesCollectEvidence: Extensions = [registerJob(collectEvidenceJob)];

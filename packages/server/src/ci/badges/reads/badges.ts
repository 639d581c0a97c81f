import { type CiStatus, lookOfStatus } from '@tributary/contract/ci/status.ts';
import type { Context } from '../../../platform/context.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import { jobNamed } from '../../reads/jobs.ts';
import { listPipelines } from '../../reads/pipelines.ts';
import { findLatestRelease } from '../../releases/release-store.ts';

/** Two words in an image. */
export type Badge = { label: string; text: string; color: string };

const GREEN = '#2f7d32';
const RED = '#b3261e';
const GREY = '#6b6b6b';
const BLUE = '#1967b3';
const YELLOW = '#8a6100';

const COLORS: Partial<Record<CiStatus, string>> = {
  success: GREEN,
  failed: RED,
  running: BLUE,
  pending: YELLOW,
  canceled: GREY,
  skipped: GREY,
};

async function newest(ctx: Context, { project }: ProjectAccess, ref: string, statuses: { ignoresSkipped: boolean }) {
  const filter = { projectIds: [project.id], ref };
  const { items } = await listPipelines(ctx, filter, { page: 1, perPage: 20 });
  return items.find(({ status }) => !statuses.ignoresSkipped || status !== 'skipped');
}

/** What the newest pipeline of a ref came to. */
export async function pipelineBadge(
  ctx: Context,
  access: ProjectAccess,
  ref: string,
  options: { label?: string | undefined; ignoresSkipped: boolean },
): Promise<Badge> {
  const row = await newest(ctx, access, ref, options);
  const text = row ? lookOfStatus(row.status).text : 'unknown';
  return {
    label: options.label ?? 'pipeline',
    text: text.toLowerCase(),
    color: (row && COLORS[row.status]) ?? GREY,
  };
}

function coverageColor(percent: number): string {
  if (percent >= 90) return GREEN;
  return percent >= 75 ? YELLOW : RED;
}

/** The coverage of the newest pipeline of a ref that has one, or of one of its jobs. */
export async function coverageBadge(
  ctx: Context,
  access: ProjectAccess,
  ref: string,
  options: { label?: string | undefined; job?: string | undefined },
): Promise<Badge> {
  const label = options.label ?? 'coverage';
  const { items } = await listPipelines(ctx, { projectIds: [access.project.id], ref }, { page: 1, perPage: 20 });
  for (const row of items) {
    const job = options.job === undefined ? undefined : await jobNamed(ctx, row.id, options.job);
    const percent = options.job === undefined ? row.coverage : (job?.coverage ?? null);
    if (percent !== null) return { label, text: `${percent.toFixed(2)}%`, color: coverageColor(percent) };
  }
  return { label, text: 'unknown', color: GREY };
}

/** The tag of the latest release. */
export async function releaseBadge(
  ctx: Context,
  access: ProjectAccess,
  { label = 'latest release', by }: { label?: string | undefined; by: 'created_at' | 'released_at' },
): Promise<Badge> {
  const row = await findLatestRelease(ctx.db, access.project.id, by, ctx.clock.now());
  return { label, text: row?.tag ?? 'none', color: row ? BLUE : GREY };
}

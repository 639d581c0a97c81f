import { isActive } from '@tributary/contract/ci/status.ts';
import {
  type ClassifiedLicense,
  licenseFile,
  type LicenseComparison,
  type LicenseReport,
  TOOL_REPORTS,
} from '@tributary/contract/merge-requests/tool-reports.ts';
import { headPipelinesOf, type StoredReport, storedReports } from '../../../ci/index.ts';
import { type MergeRequestRow, testedHeadOf } from '../../../merge-requests/index.ts';
import type { Context } from '../../../platform/context.ts';
import { mapAtMost } from '../../../platform/map-at-most.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import { type LicensePolicyRow, listPolicies } from '../store/license-policy-store.ts';

/** Reports that are read at once. */
const AT_ONCE = 4;
/** Of one pipeline; where there are more, it is not known what they name. */
const MAX_REPORTS = 50;
/** Reports whose outcome is cached. */
const MAX_CACHED = 5_000;

const keyOf = (name: string) => name.trim().toLowerCase();

export type Denied = {
  /** The project denies none: there is nothing to look for. */
  isOff: boolean;
  names: string[];
  /** A report is there that is damaged or too large: what it names is not known. */
  isUnreadable: boolean;
  /** The pipeline may still report some. */
  isPending: boolean;
};

const OFF: Denied = { isOff: true, names: [], isUnreadable: false, isPending: false };

/** What a report names, lower-case; null when it cannot be read. */
type Named = ReadonlySet<string> | null;

class ReportRemoved extends Error {}

/** By content: a move of the target branch asks again for all open merge requests, whose reports are still the same. */
const namedIn = new LruCache<Named>(MAX_CACHED);

async function namesIn({ contentKey, read }: StoredReport): Promise<Named> {
  try {
    return await namedIn.get(contentKey, async () => {
      const report = await read();
      // Another file with this content may still be there.
      if (!report) throw new ReportRemoved();
      const file = 'value' in report ? licenseFile.safeParse(report.value) : undefined;
      return file?.success ? new Set(file.data.licenses.map(({ name }) => keyOf(name))) : null;
    });
  } catch (error) {
    if (error instanceof ReportRemoved) return null;
    throw error;
  }
}

/**
 * Denied licenses that the reports of the newest pipelines of merge requests name. Whoever asks: the answer is the same
 * for all. So many merge requests as are asked about together cost the same few statements.
 */
export async function deniedLicenses(ctx: Context, rows: readonly MergeRequestRow[]): Promise<Map<number, Denied>> {
  const policies = await listPolicies(ctx.db, [...new Set(rows.map((row) => row.target_project_id))]);
  const denied = Map.groupBy(
    policies.filter((policy) => policy.approval_status === 'denied'),
    (policy) => policy.project_id,
  );
  const concerned = rows.filter((row) => row.state === 'opened' && denied.has(row.target_project_id));
  const heads = concerned.flatMap((row) => (row.head_sha === null ? [] : [testedHeadOf(row, row.head_sha)]));
  const pipelines = await headPipelinesOf(ctx, heads);
  const reports = await storedReports(
    ctx,
    [...pipelines.values()].map(({ pipelineId }) => pipelineId),
    TOOL_REPORTS.license,
  );
  const found = await mapAtMost(AT_ONCE, concerned, async ({ id, target_project_id }): Promise<[number, Denied]> => {
    const pipeline = pipelines.get(id);
    const stored = (pipeline && reports.get(pipeline.pipelineId)) ?? [];
    const named = await mapAtMost(1, stored.slice(0, MAX_REPORTS), namesIn);
    const ofProject = denied.get(target_project_id) ?? [];
    const names = ofProject.map(({ name }) => name).filter((name) => named.some((each) => each?.has(keyOf(name))));
    const isUnreadable = named.includes(null) || stored.length > MAX_REPORTS;
    return [id, { isOff: false, names, isUnreadable, isPending: pipeline !== undefined && isActive(pipeline.status) }];
  });
  const byId = new Map(found);
  return new Map(rows.map(({ id }) => [id, byId.get(id) ?? OFF]));
}

function statusIn(
  policies: readonly LicensePolicyRow[],
  name: string,
): ClassifiedLicense['classification']['approval_status'] {
  return policies.find((policy) => keyOf(policy.name) === keyOf(name))?.approval_status ?? 'unclassified';
}

/** A comparison of licenses with what the project says of each. */
export async function classifyLicenses(
  ctx: Context,
  projectId: number,
  found: LicenseComparison,
): Promise<LicenseReport> {
  const policies = await listPolicies(ctx.db, [projectId]);
  const classified = (licenses: LicenseComparison['new_licenses']) =>
    licenses.map((license) => ({
      ...license,
      classification: { name: license.name, approval_status: statusIn(policies, license.name) },
    }));
  const added = classified(found.new_licenses);
  const existing = classified(found.existing_licenses);
  return {
    new_licenses: added,
    existing_licenses: existing,
    removed_licenses: classified(found.removed_licenses),
    has_denied_licenses: [...added, ...existing].some((each) => each.classification.approval_status === 'denied'),
    approval_required: false,
  };
}

import { isActive } from '@tributary/contract/ci/status.ts';
import {
  type ClassifiedLicense,
  licenseFile,
  type LicenseComparison,
  type LicenseReport,
  TOOL_REPORTS,
} from '@tributary/contract/merge-requests/tool-reports.ts';
import { findHeadPipeline, jobReports } from '../../../ci/index.ts';
import { findProjectAccess, type MergeRequestRow, testedHeadOf } from '../../../merge-requests/index.ts';
import { SYSTEM } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { mapAtMost } from '../../../platform/map-at-most.ts';
import { type LicensePolicyRow, listPolicies } from '../store/license-policy-store.ts';

/** Reports that are read at once. */
const AT_ONCE = 4;

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

/**
 * Denied licenses that the reports of the newest pipelines of merge requests name. Whoever asks: the answer is the same
 * for all, so the reports are read by the system.
 */
export async function deniedLicenses(ctx: Context, rows: readonly MergeRequestRow[]): Promise<Map<number, Denied>> {
  const policies = await listPolicies(ctx.db, [...new Set(rows.map((row) => row.target_project_id))]);
  const denied = Map.groupBy(
    policies.filter((policy) => policy.approval_status === 'denied'),
    (policy) => policy.project_id,
  );
  const system = { ...ctx, actor: SYSTEM };
  const entries = await mapAtMost(AT_ONCE, rows, async (row): Promise<[number, Denied]> => {
    const ofProject = denied.get(row.target_project_id);
    if (!ofProject || row.state !== 'opened') return [row.id, OFF];
    const { names: all, ...known } = await reportedLicenses(system, row);
    const reported = new Set(all.map((name) => keyOf(name)));
    const names = ofProject.filter(({ name }) => reported.has(keyOf(name))).map(({ name }) => name);
    return [row.id, { isOff: false, names, ...known }];
  });
  return new Map(entries);
}

async function reportedLicenses(ctx: Context, row: MergeRequestRow): Promise<Omit<Denied, 'isOff'>> {
  const none = { names: [], isUnreadable: false, isPending: false };
  if (row.head_sha === null) return none;
  const pipeline = await findHeadPipeline(ctx, testedHeadOf(row, row.head_sha));
  const access = pipeline && (await findProjectAccess(ctx, pipeline.project_id));
  if (!access) return none;
  const reports = await jobReports(ctx, { pipelineId: pipeline.id, access }, TOOL_REPORTS.license);
  const parsed = reports.map((report) => ('value' in report ? licenseFile.safeParse(report.value) : undefined));
  return {
    names: parsed.flatMap((file) => (file?.success ? file.data.licenses.map(({ name }) => name) : [])),
    isUnreadable: parsed.some((file) => !file?.success),
    isPending: isActive(pipeline.status),
  };
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

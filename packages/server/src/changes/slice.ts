import type { Slice } from '../endpoints/slice.ts';
import { changesEndpoints } from './endpoints/index.ts';
import { licensesLicensePolicyStore } from './licenses/store/license-policy-store.ts';
import { licensesMergeCheck } from './licenses/merge-check.ts';
import { changesPrebuildDiffsJob } from './jobs/prebuild-diffs-job.ts';
import { changesBuildIndexJob } from './jobs/build-index-job.ts';
import { diffsEndUnused } from './diffs/end-unused.ts';
import { diffsRefreshPositions } from './diffs/refresh-positions.ts';
import { reportsOnReportFinished } from './reports/on-report-finished.ts';
import { changesStoredFiles } from './stored-files.ts';

/** The manifest of this slice, for `app` alone: its endpoints, and what it adds to the slices to its left. */
export const changesSlice: Slice = {
  endpoints: changesEndpoints,
  extensions: [
    ...licensesLicensePolicyStore,
    ...licensesMergeCheck,
    ...changesPrebuildDiffsJob,
    ...changesBuildIndexJob,
    ...diffsEndUnused,
    ...diffsRefreshPositions,
    ...reportsOnReportFinished,
    ...changesStoredFiles,
  ],
};

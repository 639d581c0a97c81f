/** What this slice registers with the slices to its left, and its endpoints. For `app` alone. */
import './tables.ts';
import './viewed-files/tables.ts';
import './licenses/tables.ts';
import './licenses/merge-check.ts';
import './jobs/prebuild-diffs-job.ts';
import './jobs/build-index-job.ts';
import './diffs/end-unused.ts';
import './diffs/refresh-positions.ts';
import './reports/on-report-finished.ts';
import './stored-files.ts';

export { changesEndpoints } from './endpoints/index.ts';

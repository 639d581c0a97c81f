/** What this slice registers with the slices to its left, and its endpoints. For `app` alone. */
import './pipeline-check.ts';
import './tables.ts';
import './quick-actions.ts';
import './after-merge.ts';
import './auto-merge/try-auto-merge.ts';
import './stacks/jobs/merge-next.ts';
import './trains/jobs/on-events.ts';
import './trains/tables.ts';

export { mergingEndpoints } from './endpoints/index.ts';

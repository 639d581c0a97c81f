/** What this slice registers with the slices to its left, and its endpoints. For `app` alone. */
import './events.ts';
import './tables.ts';
import './navigation.ts';
import './jobs/stop-due.ts';
import './approvals/jobs/mail-approvers.ts';
import './hook-payloads.ts';
import './job-variables.ts';
import './freezes/reads/freeze-state.ts';
import './protection/job-gate.ts';

export { environmentEndpoints } from './endpoints/index.ts';

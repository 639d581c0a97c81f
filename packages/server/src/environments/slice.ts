import type {} from './events.ts';
import type { Slice } from '../endpoints/slice.ts';
import { environmentEndpoints } from './endpoints/index.ts';
import { environmentsNavigation } from './navigation.ts';
import { protectionProtectionStore } from './protection/store/protection-store.ts';
import { environmentsStopDue } from './jobs/stop-due.ts';
import { approvalsReleaseApproved } from './approvals/operations/release-approved.ts';
import { approvalsMailApprovers } from './approvals/jobs/mail-approvers.ts';
import { freezesFreezeState } from './freezes/reads/freeze-state.ts';
import { environmentsHookPayloads } from './hook-payloads.ts';
import { environmentsJobVariables } from './job-variables.ts';
import { protectionJobGate } from './protection/job-gate.ts';
import { protectionPages } from './protection/endpoints/pages.ts';

/** The manifest of this slice, for `app` alone: its endpoints, and what it adds to the slices to its left. */
export const environmentSlice: Slice = {
  endpoints: environmentEndpoints,
  extensions: [
    ...environmentsNavigation,
    ...protectionProtectionStore,
    ...environmentsStopDue,
    ...approvalsReleaseApproved,
    ...approvalsMailApprovers,
    ...freezesFreezeState,
    ...environmentsHookPayloads,
    ...environmentsJobVariables,
    ...protectionJobGate,
    ...protectionPages,
  ],
};

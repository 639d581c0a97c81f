import type { Slice } from '../endpoints/slice.ts';
import { approvalEndpoints } from './endpoints/index.ts';
import { approvalsCodeOwnerGate } from './code-owner-gate.ts';
import { approvalRuleExtensions } from './store/rules.ts';
import { approvalsMergeCheck } from './merge-check.ts';
import { approvalsRequestVariables } from './request-variables.ts';
import { approvalsPages } from './endpoints/pages.ts';

/** The manifest of this slice, for `app` alone: its endpoints, and what it adds to the slices to its left. */
export const approvalSlice: Slice = {
  endpoints: approvalEndpoints,
  extensions: [
    ...approvalsCodeOwnerGate,
    ...approvalRuleExtensions,
    ...approvalsMergeCheck,
    ...approvalsRequestVariables,
    ...approvalsPages,
  ],
};

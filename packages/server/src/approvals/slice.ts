/** What this slice registers with the slices to its left, and its endpoints. For `app` alone. */
import './tables.ts';
import './code-owner-gate.ts';
import './merge-check.ts';
import './request-variables.ts';

export { approvalEndpoints } from './endpoints/index.ts';

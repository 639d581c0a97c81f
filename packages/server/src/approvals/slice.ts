/** What this slice registers with the slices to its left, and its endpoints. For `app` alone. */
import './tables.ts';
import './code-owner-gate.ts';
import './merge-check.ts';

export { approvalEndpoints } from './endpoints/index.ts';

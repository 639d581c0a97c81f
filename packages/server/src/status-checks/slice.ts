import type { Slice } from '../endpoints/slice.ts';
import { statusCheckEndpoints } from './endpoints/index.ts';
import { statusChecksChecks } from './store/checks.ts';
import { statusChecksMergeCheck } from './merge-check.ts';
import { statusChecksAskServices } from './jobs/ask-services.ts';
import { statusChecksFailSilent } from './jobs/fail-silent.ts';

/** The manifest of this slice, for `app` alone: its endpoints, and what it adds to the slices to its left. */
export const statusCheckSlice: Slice = {
  endpoints: statusCheckEndpoints,
  extensions: [...statusChecksChecks, ...statusChecksMergeCheck, ...statusChecksAskServices, ...statusChecksFailSilent],
};

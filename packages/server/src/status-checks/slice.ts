/** What this slice registers with the slices to its left, and its endpoints. For `app` alone. */
import './tables.ts';
import './merge-check.ts';
import './jobs/ask-services.ts';
import './jobs/fail-silent.ts';

export { statusCheckEndpoints } from './endpoints/index.ts';

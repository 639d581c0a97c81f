/** What this slice registers with the slices to its left, and its endpoints. For `app` alone. */
import './events.ts';
import './jobs/clean-up.ts';
import './tables.ts';
import './throttles.ts';
import './maintenance.ts';

export { accountEndpoints } from './endpoints/index.ts';

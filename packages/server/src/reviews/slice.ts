/** What this slice registers with the slices to its left, and its endpoints. For `app` alone. */
import './tables.ts';
import './jobs/forget-undo.ts';
import './define-pending-comments.ts';
import './quick-actions.ts';
import './reviewer-quick-actions.ts';
import './quick-action.ts';

export { reviewEndpoints } from './endpoints/index.ts';

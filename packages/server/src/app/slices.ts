import { accountEndpoints } from '../accounts/slice.ts';
import { authenticate, viewerShell } from '../accounts/index.ts';
import { projectEndpoints } from '../projects/slice.ts';
import { repositoryEndpoints } from '../repositories/slice.ts';
import { webhookEndpoints } from '../webhooks/slice.ts';
import { discussionEndpoints } from '../discussions/slice.ts';
import { notificationEndpoints } from '../notifications/slice.ts';
import { ciEndpoints } from '../ci/slice.ts';
import { environmentEndpoints } from '../environments/slice.ts';
import { planningEndpoints } from '../planning/slice.ts';
import { mergeRequestEndpoints } from '../merge-requests/slice.ts';
import { changesEndpoints } from '../changes/slice.ts';
import { approvalEndpoints } from '../approvals/slice.ts';
import { statusCheckEndpoints } from '../status-checks/slice.ts';
import { reviewEndpoints } from '../reviews/slice.ts';
import { mergingEndpoints } from '../merging/slice.ts';
import { mergeRequestPageEndpoints } from '../merge-request-pages/slice.ts';
import type { SliceEndpoints } from '../endpoints/slice.ts';

/** Every slice, in the order of the ladder. The only list that names them all. */
export const slices: readonly SliceEndpoints[] = [
  accountEndpoints,
  projectEndpoints,
  repositoryEndpoints,
  webhookEndpoints,
  discussionEndpoints,
  notificationEndpoints,
  ciEndpoints,
  environmentEndpoints,
  planningEndpoints,
  mergeRequestEndpoints,
  changesEndpoints,
  approvalEndpoints,
  statusCheckEndpoints,
  reviewEndpoints,
  mergingEndpoints,
  mergeRequestPageEndpoints,
];

export { authenticate, viewerShell };

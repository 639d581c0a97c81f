import { accountEndpoints } from '../accounts/endpoints/index.ts';
import { authenticate, viewerShell } from '../accounts/index.ts';
import { ciEndpoints } from '../ci/endpoints/index.ts';
import '../ci/index.ts';
import { discussionEndpoints } from '../discussions/endpoints/index.ts';
import '../discussions/index.ts';
import { environmentEndpoints } from '../environments/slice.ts';
import type { SliceEndpoints } from '../endpoints/slice.ts';
import { mergeRequestEndpoints } from '../merge-requests/endpoints/index.ts';
import '../merge-requests/index.ts';
import { changesEndpoints } from '../changes/slice.ts';
import { approvalEndpoints } from '../approvals/slice.ts';
import { statusCheckEndpoints } from '../status-checks/slice.ts';
import { reviewEndpoints } from '../reviews/slice.ts';
import { mergingEndpoints } from '../merging/slice.ts';
import { mergeRequestPageEndpoints } from '../merge-request-pages/slice.ts';
import { notificationEndpoints } from '../notifications/endpoints/index.ts';
import '../notifications/index.ts';
import { planningEndpoints } from '../planning/endpoints/index.ts';
import '../planning/index.ts';
import { projectEndpoints } from '../projects/endpoints/index.ts';
import '../projects/index.ts';
import '../repositories/index.ts';
import { repositoryEndpoints } from '../repositories/slice.ts';
import '../webhooks/index.ts';
import { webhookEndpoints } from '../webhooks/slice.ts';

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

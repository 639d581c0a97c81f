import { accountEndpoints } from '../accounts/endpoints/index.ts';
import { approvalEndpoints } from '../approvals/endpoints/index.ts';
import '../approvals/index.ts';
import { authenticate, viewerShell } from '../accounts/index.ts';
import { ciEndpoints } from '../ci/endpoints/index.ts';
import '../ci/index.ts';
import { discussionEndpoints } from '../discussions/endpoints/index.ts';
import '../discussions/index.ts';
import type { SliceEndpoints } from '../endpoints/slice.ts';
import { changesEndpoints } from '../changes/endpoints/index.ts';
import { mergeRequestPageEndpoints } from '../merge-request-pages/endpoints/index.ts';
import { mergeRequestEndpoints } from '../merge-requests/endpoints/index.ts';
import { mergingEndpoints } from '../merging/endpoints/index.ts';
import { reviewEndpoints } from '../reviews/endpoints/index.ts';
import '../merge-requests/index.ts';
import '../changes/index.ts';
import '../reviews/index.ts';
import '../merging/index.ts';
import '../merge-request-pages/index.ts';
import { notificationEndpoints } from '../notifications/endpoints/index.ts';
import '../notifications/index.ts';
import { planningEndpoints } from '../planning/endpoints/index.ts';
import '../planning/index.ts';
import { projectEndpoints } from '../projects/endpoints/index.ts';
import '../projects/index.ts';

/** Every slice, in the order of the ladder. The only list that names them all. */
export const slices: readonly SliceEndpoints[] = [
  accountEndpoints,
  projectEndpoints,
  discussionEndpoints,
  notificationEndpoints,
  ciEndpoints,
  planningEndpoints,
  mergeRequestEndpoints,
  changesEndpoints,
  approvalEndpoints,
  reviewEndpoints,
  mergingEndpoints,
  mergeRequestPageEndpoints,
];

export { authenticate, viewerShell };

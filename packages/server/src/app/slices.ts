import { accountSlice } from '../accounts/slice.ts';
import { authenticate, viewerShell } from '../accounts/index.ts';
import { projectSlice } from '../projects/slice.ts';
import { repositorySlice } from '../repositories/slice.ts';
import { webhookSlice } from '../webhooks/slice.ts';
import { discussionSlice } from '../discussions/slice.ts';
import { notificationSlice } from '../notifications/slice.ts';
import { ciSlice } from '../ci/slice.ts';
import { environmentSlice } from '../environments/slice.ts';
import { planningSlice } from '../planning/slice.ts';
import { mergeRequestSlice } from '../merge-requests/slice.ts';
import { changesSlice } from '../changes/slice.ts';
import { approvalSlice } from '../approvals/slice.ts';
import { statusCheckSlice } from '../status-checks/slice.ts';
import { reviewSlice } from '../reviews/slice.ts';
import { mergingSlice } from '../merging/slice.ts';
import { mergeRequestPageSlice } from '../merge-request-pages/slice.ts';
import type { Slice, SliceEndpoints } from '../endpoints/slice.ts';
import type { Extensions } from '../platform/extensions.ts';
import { platformDoneOnce } from '../platform/done-once.ts';
import { platformEvents } from '../platform/events.ts';
import { mailMailer } from '../platform/mail/mailer.ts';

/** Every slice, in the order of the ladder. The only list that names them all, and what they add to each other is installed. */
const manifests: readonly Slice[] = [
  accountSlice,
  projectSlice,
  repositorySlice,
  webhookSlice,
  discussionSlice,
  notificationSlice,
  ciSlice,
  environmentSlice,
  planningSlice,
  mergeRequestSlice,
  changesSlice,
  approvalSlice,
  statusCheckSlice,
  reviewSlice,
  mergingSlice,
  mergeRequestPageSlice,
];

const extensions: Extensions = [
  ...platformDoneOnce,
  ...platformEvents,
  ...mailMailer,
  ...manifests.flatMap((slice) => slice.extensions),
];
for (const install of extensions) install();

/** Their endpoints. */
export const slices: readonly SliceEndpoints[] = manifests.map((slice) => slice.endpoints);

export { authenticate, viewerShell };

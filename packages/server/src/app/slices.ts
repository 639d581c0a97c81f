import { accountFaces } from '../accounts/faces/index.ts';
import { authenticate, viewerShell } from '../accounts/index.ts';
import { discussionFaces } from '../discussions/faces/index.ts';
import '../discussions/index.ts';
import type { SliceFaces } from '../faces/slice.ts';
import { mergeRequestFaces } from '../merge-requests/faces/index.ts';
import '../merge-requests/index.ts';
import { notificationFaces } from '../notifications/faces/index.ts';
import '../notifications/index.ts';
import { planningFaces } from '../planning/faces/index.ts';
import '../planning/index.ts';
import { projectFaces } from '../projects/faces/index.ts';
import '../projects/index.ts';

/** Every slice, in the order of the ladder. The only list that names them all. */
export const slices: readonly SliceFaces[] = [
  accountFaces,
  projectFaces,
  discussionFaces,
  notificationFaces,
  planningFaces,
  mergeRequestFaces,
];

export { authenticate, viewerShell };

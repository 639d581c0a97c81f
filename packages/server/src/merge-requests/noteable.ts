import type { Extensions } from '../platform/extensions.ts';
import type { Noteable } from '../discussions/index.ts';
import { defineTopic } from '../platform/realtime/topics.ts';
import { containerOfProject } from '../projects/index.ts';
import {
  findMergeRequestAccess,
  type MergeRequestAccess,
  pathOf,
  referenceOf,
  topicOf,
} from './merge-request-access.ts';

export const NOTEABLE_TYPE = 'MergeRequest';

/** The request as something that can be talked about. */
export function noteableOf({ row, access, policy }: MergeRequestAccess): Noteable {
  const { full_path: fullPath } = access.project;
  return {
    type: NOTEABLE_TYPE,
    id: row.id,
    iid: row.iid,
    place: containerOfProject(access),
    // Being an assignee gives no right to other users' notes.
    policy: { ...policy, isOwn: false },
    authorId: row.author_id,
    title: row.title,
    path: pathOf(fullPath, row.iid),
    reference: referenceOf(fullPath, row.iid),
    topic: topicOf(row.id),
    headSha: row.head_sha,
  };
}

export const mergeRequestsNoteable: Extensions = [
  defineTopic('merge_request', async (ctx, id) => {
    return /^\d{1,15}$/.test(id) && (await findMergeRequestAccess(ctx, Number(id))) !== undefined;
  }),
];

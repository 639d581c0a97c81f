import { restGroupDetail } from '@tributary/contract/projects/namespaces.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { inGroup } from '../../access/subjects.ts';
import { archiveGroup } from '../operations/archive-group.ts';
import { restoreGroup } from '../operations/delete-group.ts';
import { answerGroup } from './answer-lists.ts';

const tag = 'Groups';

export const groupLifecycleRoutes = [
  defineRoute({
    method: 'POST',
    path: '/groups/:id/archive',
    ability: 'archive_group',
    summary: 'Archive a group. It becomes read-only with all its subgroups and projects',
    tag,
    subject: inGroup,
    response: restGroupDetail,
    handle: async ({ ctx, subject }) => {
      await archiveGroup(ctx, { groupId: subject.namespace.id, archived: true });
      return answerGroup(ctx, subject.namespace.id);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/unarchive',
    ability: 'archive_group',
    summary: 'Unarchive a group',
    tag,
    subject: inGroup,
    response: restGroupDetail,
    handle: async ({ ctx, subject }) => {
      await archiveGroup(ctx, { groupId: subject.namespace.id, archived: false });
      return answerGroup(ctx, subject.namespace.id);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/restore',
    ability: 'delete_group',
    summary: 'Restore a group that is marked for deletion',
    tag,
    subject: inGroup,
    response: restGroupDetail,
    handle: async ({ ctx, subject }) => {
      await restoreGroup(ctx, { groupId: subject.namespace.id });
      return answerGroup(ctx, subject.namespace.id);
    },
  }),
];

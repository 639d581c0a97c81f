import { defineDescription } from '../../discussions/index.ts';
import { canUpdate } from '../abilities.ts';
import { findMergeRequestAccess } from '../merge-request-access.ts';
import { NOTEABLE_TYPE } from '../noteable.ts';
import { updateMergeRequest } from './operations/update-merge-request.ts';

defineDescription(NOTEABLE_TYPE, {
  set: (ctx, { id }, description) => updateMergeRequest(ctx, { mergeRequestId: id, description }),
  maySet: async (ctx, { id }) => {
    const found = await findMergeRequestAccess(ctx, id);
    return found !== undefined && canUpdate(ctx.actor, found) === null;
  },
});

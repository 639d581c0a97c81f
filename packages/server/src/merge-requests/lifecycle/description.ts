import type { Extensions } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineDescription } from '../../discussions/index.ts';
import { canUpdate } from '../abilities.ts';
import { findMergeRequestAccess, RESOURCE } from '../merge-request-access.ts';
import { NOTEABLE_TYPE } from '../noteable.ts';
import { updateMergeRequest } from './operations/update-merge-request.ts';

export const lifecycleDescription: Extensions = [
  defineDescription(NOTEABLE_TYPE, {
    get: async (ctx, { id }) => {
      const found = await findMergeRequestAccess(ctx, id);
      if (!found) throw new AppError('not_found', { resource: RESOURCE });
      return found.row.description;
    },
    set: (ctx, { id }, description, expectedDescription) =>
      updateMergeRequest(ctx, { mergeRequestId: id, description, expectedDescription }),
    maySet: async (ctx, { id }) => {
      const found = await findMergeRequestAccess(ctx, id);
      return found !== undefined && canUpdate(ctx.actor, found) === null;
    },
  }),
];

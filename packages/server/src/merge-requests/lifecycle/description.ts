import { defineDescription } from '../../discussions/index.ts';
import { NOTEABLE_TYPE } from '../noteable.ts';
import { updateMergeRequest } from './operations/update-merge-request.ts';

defineDescription(NOTEABLE_TYPE, (ctx, { id }, description) =>
  updateMergeRequest(ctx, { mergeRequestId: id, description }),
);

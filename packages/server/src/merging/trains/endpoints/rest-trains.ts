import { AppError } from '@tributary/contract/errors/app-error.ts';
import { addToTrainInput, listTrainInput, restTrainCar } from '@tributary/contract/merge-requests/train-rest.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import { inMergeRequest } from '../../../merge-requests/index.ts';
import { inMergeRequests } from '../../../projects/index.ts';
import { mergeWhenReady } from '../../auto-merge/set-auto-merge.ts';
import { addToTrain } from '../operations/add-to-train.ts';
import { lastCarOf, listTrainCars, trainCarsFor } from '../reads/train-cars.ts';
import { toRestCar } from '../render/to-rest-car.ts';

const tag = 'Merge trains';
const path = '/projects/:id/merge_trains';

const listAll = defineRoute({
  method: 'GET',
  path,
  ability: 'read_merge_request',
  summary: 'List the merge trains of a project',
  tag,
  input: listTrainInput,
  subject: inMergeRequests,
  response: z.array(restTrainCar),
  handle: async ({ ctx, subject, input: { scope, page, per_page: perPage, sort } }) =>
    paged(await listTrainCars(ctx, subject, { scope }, { page, perPage, sort }), (view) =>
      toRestCar(ctx.config.url, view),
    ),
});

const listOne = defineRoute({
  method: 'GET',
  path: `${path}/:target_branch`,
  ability: 'read_merge_request',
  summary: 'List the merge requests of a merge train',
  tag,
  params: z.object({ target_branch: z.string() }),
  input: listTrainInput,
  subject: inMergeRequests,
  response: z.array(restTrainCar),
  handle: async ({ ctx, subject, params, input: { scope, page, per_page: perPage, sort } }) => {
    const filter = { scope, targetBranch: params.target_branch };
    const cars = await listTrainCars(ctx, subject, filter, { page, perPage, sort });
    return paged(cars, (view) => toRestCar(ctx.config.url, view));
  },
});

const ofRequest = defineRoute({
  method: 'GET',
  path: `${path}/merge_requests/:merge_request_iid`,
  ability: 'read_merge_request',
  summary: 'Get the status of a merge request on a merge train',
  tag,
  subject: inMergeRequest,
  response: restTrainCar,
  handle: async ({ ctx, subject }) => {
    const view = await lastCarOf(ctx, subject);
    if (!view) throw new AppError('not_found', { resource: 'Merge train car' });
    return toRestCar(ctx.config.url, view);
  },
});

const add = defineRoute({
  method: 'POST',
  path: `${path}/merge_requests/:merge_request_iid`,
  // Who may merge depends on the target branch; the operation decides.
  ability: 'read_merge_request',
  summary: 'Add a merge request to a merge train',
  tag,
  subject: inMergeRequest,
  input: addToTrainInput,
  response: z.array(restTrainCar),
  handle: async ({ ctx, subject, input, reply }) => {
    const choices = { mergeRequestId: subject.row.id, sha: input.sha, squash: input.squash };
    if (input.auto_merge || input.when_pipeline_succeeds) {
      const strategy = 'add_to_merge_train_when_checks_pass';
      // 202: it is added as soon as its checks pass.
      if ((await mergeWhenReady(ctx, { ...choices, strategy })) === 'set') reply.code(202);
    } else await addToTrain(ctx, { ...choices, takesFailed: true });
    return (await trainCarsFor(ctx, subject)).map((view) => toRestCar(ctx.config.url, view));
  },
});

export const trainRoutes: readonly Route[] = [listAll, ofRequest, add, listOne];

import { idInput } from '@tributary/contract/core/inputs.ts';
import { statusCheckResponseInput } from '@tributary/contract/status-checks/inputs.ts';
import { restRequestStatusCheck, restStatusCheckResponse } from '@tributary/contract/status-checks/rest.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { answerMergeRequest, inMergeRequest } from '../../merge-requests/index.ts';
import { respondToCheck, retryCheck } from '../operations/respond.ts';
import { statusesOf } from '../reads/statuses.ts';

const tag = 'External status checks';
const path = '/projects/:id/merge_requests/:merge_request_iid';
const POLL_INTERVAL = '10000';

export const requestCheckRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: `${path}/status_checks`,
    ability: 'read_status_checks',
    summary: 'List the external status checks of a merge request',
    tag,
    subject: inMergeRequest,
    response: z.array(restRequestStatusCheck),
    handle: async ({ ctx, subject, reply }) => {
      reply.header('poll-interval', POLL_INTERVAL);
      const statuses = (await statusesOf(ctx, [subject.row])).get(subject.row.id) ?? [];
      return statuses.map(({ check, status }) => ({
        id: check.id,
        name: check.name,
        external_url: check.external_url,
        status,
      }));
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/status_check_responses`,
    ability: 'respond_to_status_check',
    summary: 'Set the status of an external status check',
    tag,
    subject: inMergeRequest,
    input: statusCheckResponseInput,
    response: restStatusCheckResponse,
    handle: async ({ ctx, subject, input }) => {
      const { response, status } = await respondToCheck(ctx, {
        mergeRequestId: subject.row.id,
        checkId: input.external_status_check_id,
        sha: input.sha,
        status: input.status,
      });
      const { id, name, external_url: url } = status.check;
      return {
        id: response.id,
        merge_request: await answerMergeRequest(ctx, subject.row.id),
        external_status_check: { id, name, external_url: url },
        status: response.status,
      };
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/status_checks/:external_status_check_id/retry`,
    ability: 'retry_status_check',
    summary: 'Retry a failed external status check',
    tag,
    params: z.object({ external_status_check_id: idInput }),
    subject: inMergeRequest,
    response: z.strictObject({ message: z.string() }),
    status: 202,
    handle: async ({ ctx, subject, params: { external_status_check_id: checkId } }) => {
      await retryCheck(ctx, { mergeRequestId: subject.row.id, checkId });
      return { message: '202 Accepted' };
    },
  }),
];

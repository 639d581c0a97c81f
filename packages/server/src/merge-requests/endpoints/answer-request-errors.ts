import type { FastifyReply } from 'fastify';
import { AppError } from '@tributary/contract/errors/app-error.ts';

/** Failures whose message clients read as a list of sentences. */
const LISTED = new Set([
  'merge_request_exists',
  'merge_request_same_branch',
  'merge_request_branch_missing',
  'merge_request_unrelated',
  'merge_request_not_fork',
  'merge_request_source_gone',
  'merge_request_source_replaced',
]);

export async function answerRequestErrors(reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !LISTED.has(error.code)) throw error;
    reply.code(error.kind === 'conflict' ? 409 : 422);
    return { message: [error.message] };
  }
}

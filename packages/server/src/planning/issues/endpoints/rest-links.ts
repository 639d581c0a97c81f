import { z } from 'zod';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { createIssueLinkInput } from '@tributary/contract/planning/issue-inputs.ts';
import { restIssueLink, restRelatedIssue } from '@tributary/contract/planning/issue-rest.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { idempotencyKey } from '../../../endpoints/http/idempotency-key.ts';
import type { Context } from '../../../platform/context.ts';
import { makeOnce } from '../../../platform/done-once.ts';
import { getProjectAccess } from '../../../projects/index.ts';
import { getIssue } from '../issue-access.ts';
import { linkIssues, unlinkIssues } from '../operations/link-issues.ts';
import type { IssueView } from '../reads/issue-views.ts';
import { getLink, linkedIssues } from '../reads/linked-issues.ts';
import { toRestIssue } from '../render/to-rest-issue.ts';
import { inIssue } from './subjects.ts';

const path = '/projects/:id/issues/:issue_iid/links';
const tag = 'Issues';
const params = z.object({ issue_link_id: idInput });

type Ends = { link: { id: number; link_type: string }; source: IssueView; target: IssueView };

function toRestLink(ctx: Context, { link, source, target }: Ends) {
  const options = { instanceUrl: ctx.config.url };
  return {
    id: link.id,
    source_issue: toRestIssue(source, options),
    target_issue: toRestIssue(target, options),
    link_type: link.link_type,
  };
}

const list = defineRoute({
  method: 'GET',
  path,
  ability: 'read_issue',
  summary: 'List the linked issues of an issue',
  tag,
  subject: inIssue,
  response: z.array(restRelatedIssue),
  handle: async ({ ctx, subject }) =>
    (await linkedIssues(ctx, subject.row.id)).map(({ link, type, view }) => ({
      ...toRestIssue(view, { instanceUrl: ctx.config.url }),
      issue_link_id: link.id,
      link_type: type,
      link_created_at: link.created_at.toISOString(),
      link_updated_at: link.updated_at.toISOString(),
    })),
});

const create = defineRoute({
  method: 'POST',
  path,
  ability: 'admin_issue',
  summary: 'Link two issues',
  tag,
  subject: inIssue,
  input: createIssueLinkInput,
  response: restIssueLink,
  handle: async ({ ctx, input, subject: { row }, headers }) => {
    const target = await findTarget(ctx, input.target_project_id, input.target_issue_iid);
    const wish = { issueId: row.id, targetId: target, type: input.link_type };
    const asked = { act: `issue.link:${row.id}`, key: idempotencyKey(headers).idempotencyKey };
    const id = await makeOnce(ctx, asked, async (inner) => (await linkIssues(inner, wish)).id);
    return toRestLink(ctx, await getLink(ctx, row.id, id));
  },
});

/** A project that may not be seen has no issues either. */
async function findTarget(ctx: Context, project: string | number, iid: number): Promise<number> {
  try {
    return (await getIssue(ctx, await getProjectAccess(ctx, project), iid)).row.id;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') throw new AppError('issue_link_missing');
    throw error;
  }
}

const get = defineRoute({
  method: 'GET',
  path: `${path}/:issue_link_id`,
  ability: 'read_issue',
  summary: 'Get a link between issues',
  tag,
  subject: inIssue,
  params,
  response: restIssueLink,
  handle: async ({ ctx, params: { issue_link_id: id }, subject }) =>
    toRestLink(ctx, await getLink(ctx, subject.row.id, id)),
});

const remove = defineRoute({
  method: 'DELETE',
  path: `${path}/:issue_link_id`,
  ability: 'admin_issue',
  summary: 'Remove a link between issues',
  tag,
  subject: inIssue,
  params,
  status: 200,
  response: restIssueLink,
  handle: async ({ ctx, params: { issue_link_id: linkId }, subject }) => {
    const ends = await getLink(ctx, subject.row.id, linkId);
    await unlinkIssues(ctx, { issueId: subject.row.id, linkId });
    return toRestLink(ctx, ends);
  },
});

export const issueLinkRoutes: readonly Route[] = [list, create, get, remove];

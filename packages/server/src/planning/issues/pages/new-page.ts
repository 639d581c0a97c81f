import type { IssueNewPageData } from '@tributary/contract/planning/issue-page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import type { Context } from '../../../platform/context.ts';
import { guard } from '../../../platform/operation.ts';
import { can, isAllowed } from '../../../platform/policy/policy.ts';
import { type ProjectAccess } from '../../../projects/index.ts';
import { offerDescriptionTemplates } from '../../../repositories/index.ts';
import { findFollowUp } from '../follow-up.ts';
import { issuesOf } from '../issue-access.ts';

const MAX_TEXT_CHARS = 20_000;

export async function issueNewPage(
  ctx: Context,
  access: ProjectAccess,
  query: URLSearchParams,
): Promise<IssueNewPageData> {
  if (ctx.actor.kind === 'anonymous') throw new AppError('unauthenticated');
  const policy = issuesOf(access);
  guard(can(ctx.actor, 'create_issue', { ...policy, resource: 'Page' }));
  const { project } = access;
  const text = (name: string) => (query.get(`issue[${name}]`) ?? '').slice(0, MAX_TEXT_CHARS);
  const asked = readFollowUp(query);
  const found = asked && (await findFollowUp(ctx, access, asked));
  const given = text('description') || (found?.description ?? (project.issues_template || undefined));
  const { offered, description } = await offerDescriptionTemplates(ctx, access, 'issues', given);
  const below = `/${encodePath(project.full_path)}/-`;
  return {
    projectId: project.id,
    title: text('title') || (found?.title ?? ''),
    description: description ?? '',
    templates: offered,
    confidential: /^(1|true)$/.test(text('confidential')),
    can: {
      setMetadata: isAllowed(ctx.actor, 'set_new_issue_metadata', policy),
      createLabels: isAllowed(ctx.actor, 'admin_labels', access.policy),
    },
    followUp:
      asked && found
        ? {
            reference: found.reference,
            path: found.path,
            openCount: found.openCount,
            resolvableCount: found.resolvableCount,
            resolvedBy: found.resolvedBy,
            mergeRequestIid: asked.mergeRequestIid,
            discussionId: asked.discussionId ?? null,
          }
        : null,
    createPath: `/api/v4/projects/${project.id}/issues`,
    listPath: `${below}/issues`,
    previewMarkdownPath: `${below}/preview_markdown?target_type=issue`,
    uploadsPath: isAllowed(ctx.actor, 'upload_file', access.policy) ? `${below}/uploads` : null,
  };
}

function readFollowUp(query: URLSearchParams): { mergeRequestIid: number; discussionId?: string } | undefined {
  const iid = query.get('merge_request_to_resolve_discussions_of') ?? '';
  if (!/^\d{1,15}$/.test(iid)) return undefined;
  const discussion = query.get('discussion_to_resolve') ?? '';
  return {
    mergeRequestIid: Number(iid),
    ...(/^[0-9a-f]{40}$/.test(discussion) && { discussionId: discussion }),
  };
}

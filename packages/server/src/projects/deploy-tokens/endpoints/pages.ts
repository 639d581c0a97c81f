import type { DeployTokensPageData } from '@tributary/contract/projects/deploy-tokens.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import type { PolicySubject } from '../../../platform/policy/policy.ts';
import type { NamespaceAccess, ProjectAccess } from '../../access/project-access.ts';
import type { DeployTokenOwner } from '../deploy-token-store.ts';
import { deployTokenRefusal, revokeDeployTokenRefusal } from '../operations/change-deploy-token.ts';
import { listDeployTokens } from '../reads/list-deploy-tokens.ts';

const MOST = 500;

async function load(ctx: Context, owner: DeployTokenOwner, policy: PolicySubject): Promise<DeployTokensPageData> {
  const { items } = await listDeployTokens(ctx, { owner }, { page: 1, perPage: MOST });
  return {
    owner,
    tokens: items.map((token) => ({
      ...token,
      createdAt: token.createdAt.toISOString(),
      lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
      expiresAt: token.expiresAt?.toISOString().slice(0, 10) ?? null,
    })),
    canCreate: deployTokenRefusal(ctx, { owner, policy }) === null,
    canRevoke: revokeDeployTokenRefusal(ctx, { owner, policy }) === null,
  };
}

export const deployTokenPages: Page[] = [
  definePage<ProjectAccess, DeployTokensPageData>({
    kind: 'project_deploy_tokens',
    on: 'project',
    path: 'settings/deploy_tokens',
    ability: 'read_deploy_tokens',
    nav: 'project_deploy_tokens',
    load: async ({ ctx, subject: { project, policy } }) => ({
      title: 'Deploy tokens',
      breadcrumbs: [{ text: 'Deploy tokens', href: `/${project.full_path}/-/settings/deploy_tokens` }],
      data: await load(ctx, { kind: 'project', id: project.id }, policy),
    }),
  }),
  definePage<NamespaceAccess, DeployTokensPageData>({
    kind: 'group_deploy_tokens',
    on: 'group',
    path: 'settings/deploy_tokens',
    ability: 'read_group_deploy_tokens',
    nav: 'group_deploy_tokens',
    load: async ({ ctx, subject: { namespace, policy } }) => ({
      title: 'Deploy tokens',
      breadcrumbs: [{ text: 'Deploy tokens', href: `/groups/${namespace.full_path}/-/settings/deploy_tokens` }],
      data: await load(ctx, { kind: 'group', id: namespace.id }, policy),
    }),
  }),
];

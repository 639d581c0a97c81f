import type { PipelineSource } from '@tributary/contract/ci/status.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import type { Commit } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';

const CONFIG_FILE = '.gitlab-ci.yml';

/** Where the configuration of a project is. */
export const configPathOf = ({ ci_settings: settings }: Pick<ProjectAccess['project'], 'ci_settings'>): string =>
  settings.ci_config_path ?? CONFIG_FILE;

export type PipelineFacts = {
  source: PipelineSource;
  ref: string;
  isTag: boolean;
  sha: string;
  beforeSha: string | null;
  isRefProtected: boolean;
  commit: Commit;
};

/** A name as hosts and files may have it: lower case, at most 63 characters, only letters, digits and dashes. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, '');
}

const MAX_TOPICS = 20;

/** The address that git over SSH uses; nothing where it is off. */
function sshVariables(ssh: Context['config']['ssh']): Record<string, string> {
  if (!ssh) return {};
  const { hostname, port } = new URL(ssh.url);
  return { CI_SERVER_SHELL_SSH_HOST: hostname, CI_SERVER_SHELL_SSH_PORT: port || '22' };
}

/** The `CI_*` variables that are known before a job exists; rules see these. Names and values as GitLab documents them. */
export function predefinedVariables(
  { config, actor }: Context,
  { project }: ProjectAccess,
  facts: PipelineFacts,
): Record<string, string> {
  const { commit, ref, isTag, sha } = facts;
  const url = new URL(config.url);
  const [root = ''] = project.full_path.split('/');
  const namespace = project.full_path.slice(0, -project.path.length - 1);
  const [major = '', minor = '', patch = ''] = config.version.split('.');
  return {
    CI: 'true',
    GITLAB_CI: 'true',
    CI_SERVER: 'yes',
    CI_SERVER_NAME: 'Tributary',
    CI_SERVER_VERSION: config.version,
    CI_SERVER_VERSION_MAJOR: major,
    CI_SERVER_VERSION_MINOR: minor,
    CI_SERVER_VERSION_PATCH: patch,
    CI_SERVER_REVISION: config.version,
    GITLAB_FEATURES: '',
    CI_TEMPLATE_REGISTRY_HOST: 'registry.gitlab.com',
    ...sshVariables(config.ssh),
    CI_SERVER_URL: config.url,
    CI_SERVER_HOST: url.hostname,
    CI_SERVER_FQDN: url.host,
    CI_SERVER_PORT: url.port || (url.protocol === 'https:' ? '443' : '80'),
    CI_SERVER_PROTOCOL: url.protocol.replace(':', ''),
    CI_API_V4_URL: `${config.url}/api/v4`,
    CI_API_GRAPHQL_URL: `${config.url}/api/graphql`,
    CI_PROJECT_ID: String(project.id),
    CI_PROJECT_NAME: project.path,
    CI_PROJECT_TITLE: project.name,
    CI_PROJECT_DESCRIPTION: project.description,
    CI_PROJECT_PATH: project.full_path,
    CI_PROJECT_PATH_SLUG: slug(project.full_path),
    CI_PROJECT_NAMESPACE: namespace,
    CI_PROJECT_NAMESPACE_SLUG: slug(namespace),
    CI_PROJECT_NAMESPACE_ID: String(project.namespace_id),
    CI_PROJECT_ROOT_NAMESPACE: root,
    CI_PROJECT_URL: `${config.url}${repositoryPaths.project(project.full_path)}`,
    CI_PROJECT_VISIBILITY: project.visibility,
    CI_PROJECT_TOPICS: project.topics.slice(0, MAX_TOPICS).join(','),
    CI_DEFAULT_BRANCH: project.default_branch ?? '',
    CI_DEFAULT_BRANCH_SLUG: slug(project.default_branch ?? ''),
    CI_CONFIG_PATH: configPathOf(project),
    CI_PIPELINE_SOURCE: facts.source,
    ...(facts.source === 'trigger' && { CI_PIPELINE_TRIGGERED: 'true' }),
    CI_COMMIT_SHA: sha,
    CI_COMMIT_SHORT_SHA: sha.slice(0, 8),
    CI_COMMIT_BEFORE_SHA: facts.beforeSha ?? '0'.repeat(40),
    CI_COMMIT_REF_NAME: ref,
    CI_COMMIT_REF_SLUG: slug(ref),
    CI_COMMIT_REF_PROTECTED: String(facts.isRefProtected),
    CI_COMMIT_TITLE: commit.subject,
    CI_COMMIT_MESSAGE: commit.message,
    CI_COMMIT_DESCRIPTION: commit.body,
    CI_COMMIT_AUTHOR: `${commit.author.name} <${commit.author.email}>`,
    CI_COMMIT_TIMESTAMP: commit.committer.date,
    ...(isTag && { CI_COMMIT_TAG: ref }),
    // A merge request pipeline runs for no branch.
    ...(!isTag && facts.source !== 'merge_request_event' && { CI_COMMIT_BRANCH: ref }),
    ...(actor.kind === 'user' && {
      GITLAB_USER_ID: String(actor.id),
      GITLAB_USER_LOGIN: actor.username,
      GITLAB_USER_NAME: actor.name,
      GITLAB_USER_EMAIL: actor.email,
    }),
  };
}

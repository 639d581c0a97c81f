import { toPlain } from '../yaml/tree.ts';
import { parseDuration } from '../text/duration.ts';
import type { Field } from './field.ts';
import type {
  ChildInclude,
  DeploymentTier,
  EnvironmentConfig,
  Inputs,
  PagesConfig,
  ReleaseConfig,
  TriggerConfig,
} from './model.ts';

const ENVIRONMENT_KEYS = ['name', 'url', 'on_stop', 'action', 'auto_stop_in', 'deployment_tier', 'kubernetes'];
const ACTIONS = ['start', 'prepare', 'stop', 'verify', 'access'] as const;
export const TIERS: readonly DeploymentTier[] = ['production', 'staging', 'testing', 'development', 'other'];
const MAX_CHILD_INCLUDES = 3;

/** Of environments and resource groups, with variables in them. */
const NAME = /^(?!\/)[\w \-/${}.]+(?<!\/)$/;
const NAME_RULE =
  "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'";

export function readInputs(field: Field): Inputs {
  if (!field.isPresent) return {};
  if (field.node?.kind !== 'map') {
    field.fail('config should be a hash', 'a mapping of inputs to values');
    return {};
  }
  return Object.fromEntries(field.entries().map((entry) => [entry.key, toPlain(entry.value)]));
}

export function readTrigger(field: Field): TriggerConfig | null {
  if (!field.isPresent) return null;
  const common = { strategy: null, forwardYamlVariables: true, forwardPipelineVariables: false, inputs: {} };
  if (field.node?.kind === 'scalar')
    return { ...common, kind: 'multi_project', project: String(field.node.value), branch: null };
  const isChild = field.has('include');
  const shared = ['strategy', 'forward', 'inputs'];
  const allowed = isChild ? ['include', ...shared] : ['project', 'branch', ...shared];
  if (!field.isMap(allowed, 'has to be either a string or a hash')) return null;
  const forward = field.get('forward');
  if (forward.isPresent) forward.isMap(['yaml_variables', 'pipeline_variables']);
  const settings = {
    strategy: field.get('strategy').oneOf(['depend', 'mirror']) ?? null,
    forwardYamlVariables: forward.get('yaml_variables').boolean() ?? true,
    forwardPipelineVariables: forward.get('pipeline_variables').boolean() ?? false,
    inputs: readInputs(field.get('inputs')),
  };
  if (isChild) return { ...settings, kind: 'child', include: readChildIncludes(field.get('include')) };
  const project = field.get('project').string();
  if (!project) {
    field.get('project').failValue("can't be blank", 'the path of a project, or include');
    return null;
  }
  return { ...settings, kind: 'multi_project', project, branch: field.get('branch').text() ?? null };
}

function readChildIncludes(field: Field): ChildInclude[] {
  const items = field.items();
  if (items.length === 0) field.fail("config can't be blank", 'the file of the child pipeline');
  if (items.length > MAX_CHILD_INCLUDES)
    field.fail(`config is too long (maximum is ${MAX_CHILD_INCLUDES})`, `at most ${MAX_CHILD_INCLUDES} files`);
  return items.flatMap((item) => readChildInclude(item) ?? []);
}

function readChildInclude(field: Field): ChildInclude | null {
  if (field.node?.kind === 'scalar') {
    const path = String(field.node.value);
    return /^https?:\/\//.test(path) ? { kind: 'remote', url: path, inputs: {} } : { kind: 'local', path, inputs: {} };
  }
  const keys = ['local', 'artifact', 'job', 'project', 'file', 'ref', 'template', 'remote', 'component', 'inputs'];
  if (!field.isMap(keys, 'config should be a string or a hash')) return null;
  const inputs = readInputs(field.get('inputs'));
  const local = field.get('local').string();
  if (local) return { kind: 'local', path: local, inputs };
  const artifact = field.get('artifact').string();
  if (artifact) {
    const job = field.get('job').string();
    if (!job) field.fail('config must specify the job where to fetch the artifact from', 'job');
    return job ? { kind: 'artifact', path: artifact, job, inputs } : null;
  }
  const project = field.get('project').string();
  if (project) {
    const paths = field.get('file').strings({ single: true });
    if (!paths?.length) field.fail('config must specify the file where to fetch the config from', 'file');
    return { kind: 'project', project, paths: paths ?? [], ref: field.get('ref').text() ?? null, inputs };
  }
  const template = field.get('template').string();
  if (template) return { kind: 'template', name: template, inputs };
  const url = field.get('remote').string();
  if (url) return { kind: 'remote', url, inputs };
  const address = field.get('component').string();
  if (address) return { kind: 'component', address, inputs };
  field.fail(
    'config should have one of: local, artifact, project, template, remote, component',
    'local, artifact or project',
  );
  return null;
}

export function readEnvironment(field: Field): EnvironmentConfig | null {
  if (!field.isPresent) return null;
  const isName = field.node?.kind === 'scalar';
  if (!isName && !field.isMap(ENVIRONMENT_KEYS, 'config should be a hash or a string')) return null;
  const name = isName ? field.text() : field.get('name').text();
  const nameField = isName ? field : field.get('name');
  if (!name) {
    nameField.failValue("can't be blank", 'the name of an environment');
    return null;
  }
  if (name.length > 255) nameField.failValue('is too long (maximum is 255 characters)', 'at most 255 characters');
  if (!NAME.test(name)) field.fail(`name ${NAME_RULE}`, 'a name such as review/$CI_COMMIT_REF_SLUG', nameField.at);
  const kubernetes = field.get('kubernetes');
  const kubernetesKeys = ['namespace', 'agent', 'flux_resource_path', 'managed_resources', 'dashboard'];
  if (kubernetes.isPresent && kubernetes.isMap(kubernetesKeys)) {
    const [managed, dashboard] = [kubernetes.get('managed_resources'), kubernetes.get('dashboard')];
    if (managed.isPresent && managed.isMap(['enabled'])) managed.get('enabled').boolean();
    if (dashboard.isPresent) dashboard.isMap(['namespace', 'flux_resource_path']);
  }
  const tier = field.get('deployment_tier').text() ?? '';
  return {
    name,
    url: readUrl(field.get('url')),
    onStop: field.get('on_stop').string() ?? null,
    action: field.get('action').oneOf(ACTIONS) ?? 'start',
    ...readAutoStop(field.get('auto_stop_in')),
    deploymentTier: tier.includes('$') ? null : (field.get('deployment_tier').oneOf(TIERS) ?? null),
    deploymentTierVariable: tier.includes('$') ? tier : null,
    kubernetesNamespace:
      kubernetes.get('dashboard').get('namespace').string() ?? kubernetes.get('namespace').string() ?? null,
    kubernetesAgent: kubernetes.get('agent').string() ?? null,
  };
}

export function readResourceGroup(field: Field): string | null {
  const name = field.text() ?? null;
  if (name !== null && !NAME.test(name)) field.failValue(NAME_RULE, 'a name such as production');
  return name;
}

/** Only web addresses; what a variable holds is checked again when it is known. */
function readUrl(field: Field): string | null {
  const url = field.string() ?? null;
  if (url !== null && url.length > 255) field.failValue('is too long (maximum is 255 characters)');
  if (url !== null && /^\s*[a-z][a-z\d+.-]*:/i.test(url) && !/^https?:\/\//i.test(url))
    field.failValue('must be a valid url', 'an address that starts with https:// or http://');
  return url;
}

function readAutoStop(field: Field): Pick<EnvironmentConfig, 'autoStopIn' | 'autoStopInSeconds'> {
  const text = field.text() ?? null;
  if (text === null || text.includes('$')) return { autoStopIn: text, autoStopInSeconds: null };
  return { autoStopIn: text, autoStopInSeconds: text === 'never' ? null : (field.duration() ?? null) };
}

const RELEASE_KEYS = ['tag_name', 'tag_message', 'name', 'description', 'ref', 'milestones', 'released_at', 'assets'];

export function readRelease(field: Field): ReleaseConfig | null {
  if (!field.isPresent || !field.isMap(RELEASE_KEYS)) return null;
  const tagName = field.get('tag_name').text();
  const description = field.get('description').text();
  if (!tagName) field.get('tag_name').failValue("can't be blank", 'the name of the tag');
  if (!description) field.get('description').failValue("can't be blank", 'a text or the path of a file');
  const releasedAt = field.get('released_at').text() ?? null;
  if (releasedAt !== null && !releasedAt.includes('$') && Number.isNaN(Date.parse(releasedAt)))
    field.get('released_at').failValue('must be a valid datetime', 'a time such as 2026-03-15T08:00:00Z');
  const assets = field.get('assets');
  if (assets.isPresent) assets.isMap(['links']);
  return {
    tagName: tagName ?? '',
    tagMessage: field.get('tag_message').text() ?? null,
    name: field.get('name').text() ?? null,
    description: description ?? '',
    ref: field.get('ref').text() ?? null,
    milestones: field.get('milestones').strings({ single: true }) ?? [],
    releasedAt,
    links: assets
      .get('links')
      .items()
      .flatMap((item) => readLink(item.named(`${assets.path}:links:link`)) ?? []),
  };
}

function readLink(field: Field): ReleaseConfig['links'][number] | null {
  if (!field.isMap(['name', 'url', 'filepath', 'link_type'])) return null;
  const name = field.get('name').text();
  const url = field.get('url').string();
  if (!name) field.get('name').failValue("can't be blank");
  if (!url) field.get('url').failValue("can't be blank");
  const linkType = field.get('link_type').oneOf(['other', 'runbook', 'image', 'package']) ?? null;
  return name && url ? { name, url, filepath: field.get('filepath').string() ?? null, linkType } : null;
}

/** A job publishes pages when it is named `pages` or has the key; `pages: false` turns that off. */
export function readPages(job: Field, name: string): PagesConfig | null {
  const field = job.get('pages');
  const isTurnedOff = field.node?.kind === 'scalar' && field.node.value === false;
  const publish = job.get('publish').string();
  if (isTurnedOff || (name !== 'pages' && !field.isPresent)) {
    if (publish !== undefined) job.get('publish').fail('config can only be used within a `pages` job');
    return null;
  }
  if (field.node?.kind === 'map') field.isMap(['path_prefix', 'expire_in', 'publish']);
  else field.boolean();
  const settings = field.node?.kind === 'map' ? field : undefined;
  const expireIn = settings?.get('expire_in').text() ?? null;
  if (expireIn !== null && expireIn !== 'never' && !expireIn.includes('$') && parseDuration(expireIn) === undefined)
    field.get('expire_in').failValue('should be a duration', 'a duration such as 1 week, or never');
  return {
    publish: settings?.get('publish').string() ?? publish ?? 'public',
    pathPrefix: settings?.get('path_prefix').text() ?? null,
    expireIn,
  };
}

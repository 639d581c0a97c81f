import type { Field } from './field.ts';
import type { ImageConfig, PullPolicy, ServiceConfig } from './model.ts';
import { readVariables } from './variables.ts';

const IMAGE_KEYS = ['name', 'entrypoint', 'pull_policy', 'docker', 'kubernetes'];
const SERVICE_KEYS = [...IMAGE_KEYS, 'alias', 'command', 'variables', 'ports'];
const PULL_POLICIES = ['always', 'if-not-present', 'never'] as const;

export function readImage(field: Field): ImageConfig | null {
  if (!field.isPresent) return null;
  if (field.node?.kind === 'scalar') return plainImage(String(field.node.value));
  return field.isMap([...IMAGE_KEYS, 'ports'], 'config should be a hash or a string') ? readNamed(field) : null;
}

export function readServices(field: Field): ServiceConfig[] | null {
  if (!field.isPresent) return null;
  if (field.node?.kind !== 'list') {
    field.fail('config should be a array', 'a list of image names or mappings');
    return null;
  }
  return field.items().flatMap((item) => readService(item.named(`${field.path}:service`)) ?? []);
}

function readService(field: Field): ServiceConfig | null {
  if (field.node?.kind === 'scalar')
    return { ...plainImage(String(field.node.value)), alias: null, command: null, variables: {} };
  if (!field.isMap(SERVICE_KEYS, 'config should be a hash or a string')) return null;
  const image = readNamed(field);
  return (
    image && {
      ...image,
      alias: field.get('alias').string() ?? null,
      command: field.get('command').strings({ single: true }) ?? null,
      variables: readVariables(field.get('variables')),
    }
  );
}

const plainImage = (name: string): ImageConfig => ({
  name,
  entrypoint: null,
  pullPolicy: [],
  docker: null,
  kubernetes: null,
});

function readNamed(field: Field): ImageConfig | null {
  const name = field.get('name').string();
  if (!name) {
    if (!field.get('name').isPresent) field.fail("name can't be blank", 'the name of an image');
    return null;
  }
  const docker = field.get('docker');
  const kubernetes = field.get('kubernetes');
  const platform = docker.isPresent && docker.isMap(['platform', 'user']) ? docker.get('platform').string() : undefined;
  const user = docker.get('user').text();
  const kubernetesUser = kubernetes.isPresent && kubernetes.isMap(['user']) ? kubernetes.get('user').text() : undefined;
  return {
    name,
    entrypoint: field.get('entrypoint').strings({ single: true }) ?? null,
    pullPolicy: readPullPolicy(field.get('pull_policy')),
    docker: docker.isPresent ? { ...(platform && { platform }), ...(user && { user }) } : null,
    kubernetes: kubernetes.isPresent ? { ...(kubernetesUser && { user: kubernetesUser }) } : null,
  };
}

const readPullPolicy = (field: Field): PullPolicy[] => field.items().flatMap((item) => item.oneOf(PULL_POLICIES) ?? []);

import type { JobImage } from './payload.ts';

const IMAGE = /^[a-z0-9][a-z0-9._\-/:@]{0,511}$/i;
const ALIAS = /^[a-z0-9][a-z0-9._-]{0,62}$/i;

/** An image is an argument of a command: what could be read as an option is none. */
export const isImageName = (name: string): boolean => IMAGE.test(name);

/** Host names of a service: from its image without the tag, with both spellings of its slashes, and its aliases. */
export function serviceAliases(image: string, alias: string | null | undefined): string[] {
  const [plain = ''] = image.split('@');
  const withoutTag = plain.replace(/:[^/:]*$/, '').replaceAll(/:/g, '');
  const own = (alias ?? '').split(/[\s,]+/);
  const names = [withoutTag.replaceAll('/', '__'), withoutTag.replaceAll('/', '-'), ...own];
  return [...new Set(names.map((name) => name.toLowerCase()).filter((name) => ALIAS.test(name)))];
}

/** `--entrypoint` takes one word; the others are the first arguments of the command. An empty one removes it. */
export function entrypointOf(entrypoint: readonly string[] | null | undefined): { options: string[]; first: string[] } {
  if (!entrypoint || entrypoint.length === 0) return { options: [], first: [] };
  const [program = '', ...first] = entrypoint;
  return { options: [`--entrypoint=${program}`], first };
}

export type PullPolicy = 'always' | 'if-not-present' | 'never';
export const PULL_POLICIES: readonly PullPolicy[] = ['always', 'if-not-present', 'never'];

/**
 * The policies of the job in their order, or that of the runner. A job gets only what the runner allows: with another policy
 * it would reach images of others that are on the machine already. Empty where nothing that it wants is allowed.
 */
export function pullPolicies(
  { pull_policy: wanted }: JobImage,
  own: PullPolicy,
  allowed: readonly PullPolicy[],
): PullPolicy[] {
  if (!wanted || wanted.length === 0) return [own];
  return wanted.flatMap((name) => [own, ...allowed].find((policy) => policy === name) ?? []);
}

/** The sign-ins of `DOCKER_AUTH_CONFIG`. All else in it, such as programs that give credentials, has no effect. */
export function registryAuths(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    const auths = typeof parsed === 'object' && parsed !== null && 'auths' in parsed ? parsed.auths : undefined;
    return typeof auths === 'object' && auths !== null ? JSON.stringify({ auths }) : undefined;
  } catch {
    return undefined;
  }
}

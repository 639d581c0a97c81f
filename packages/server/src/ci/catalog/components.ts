import { type InputSpec, readComponentInputs } from '@tributary/ci-config';
import { isGitError, readTree } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { readConfigFile } from '../creation/config-sources.ts';

/** A component of a version; `inputs` are null where its file has mistakes. */
export type Component = {
  name: string;
  path: string;
  includePath: string;
  inputs: InputSpec[] | null;
};

const FOLDER = 'templates';
const FILE = /^([\w-]+)\.yml$/;
const NAME = /^[\w-]+$/;
const MAX_COMPONENTS = 100;

/** Components at a commit: files `templates/NAME.yml`, and folders `templates/NAME` with a `template.yml`. */
export async function listComponents(
  ctx: Context,
  access: ProjectAccess,
  { tag, sha }: { tag: string; sha: string },
): Promise<Component[]> {
  const repo = repositoryOf(ctx, access);
  const base = `${new URL(ctx.config.url).host}/${access.project.full_path}`;
  const found: Component[] = [];
  for (const { name: entry, type } of await templatesAt(repo, sha)) {
    if (found.length === MAX_COMPONENTS) break;
    const name = type === 'tree' ? (NAME.test(entry) ? entry : undefined) : FILE.exec(entry)?.[1];
    if (name === undefined || found.some((each) => each.name === name)) continue;
    const path = type === 'tree' ? `${FOLDER}/${name}/template.yml` : `${FOLDER}/${entry}`;
    const text = await readConfigFile(repo, sha, path);
    if (text === null) continue;
    found.push({ name, path, includePath: `${base}/${name}@${tag}`, inputs: readComponentInputs(text, path) });
  }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Files before folders: one that is both is read from its file, as an include does. */
async function templatesAt(repo: string, sha: string) {
  try {
    const entries = await readTree(repo, sha, FOLDER);
    return entries.toSorted((a, b) => Number(a.type === 'tree') - Number(b.type === 'tree'));
  } catch (error) {
    if (isGitError(error, 'not_found') || isGitError(error, 'invalid_path')) return [];
    throw error;
  }
}

export const inputText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

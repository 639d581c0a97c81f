import { type InputSpec, loadConfig } from '@tributary/ci-config';
import type { RunForm, RunFormInput } from '@tributary/contract/ci/run-page.ts';
import { findCommit } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { configSources, readConfigFile, ruleConditions } from '../creation/config-sources.ts';
import { configPathOf, predefinedVariables } from '../variables/predefined-variables.ts';
import type { ResolvedRef } from './resolve-ref.ts';

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function toInput({ name, type, description, default: usual, options }: InputSpec): RunFormInput {
  return {
    name,
    type,
    description,
    isRequired: usual === undefined,
    value: usual === undefined ? '' : asText(usual),
    options: options?.map(asText) ?? null,
  };
}

/** What a user can choose before a pipeline runs on a ref; null where it has no configuration. */
export async function readRunForm(ctx: Context, access: ProjectAccess, at: ResolvedRef): Promise<RunForm | null> {
  const repo = repositoryOf(ctx, access);
  const commit = await findCommit(repo, at.sha);
  const file = configPathOf(access.project);
  const text = commit && (await readConfigFile(repo, commit.sha, file));
  if (!commit || text == null) return null;
  const here = { access, repo, sha: commit.sha };
  const facts = { source: 'web', ...at, sha: commit.sha, beforeSha: null, isRefProtected: false, commit } as const;
  const load = (inputs: Record<string, never>) =>
    loadConfig({
      text,
      file,
      inputs,
      variables: predefinedVariables(ctx, access, facts),
      conditions: ruleConditions(ctx, here, null),
      ...configSources(ctx, here),
    });
  const loaded = await load({});
  const inputs = loaded.inputs.map(toInput);
  if (!loaded.ok) {
    // Required inputs have no value yet: the rest is checked when it runs.
    const errors = inputs.some(({ isRequired }) => isRequired) ? [] : loaded.errors.map(({ message }) => message);
    return { variables: [], inputs, errors };
  }
  const variables = Object.entries(loaded.config.variables).flatMap(([key, { value, description, options }]) =>
    description === null ? [] : [{ key, value, description, options: options && [...options] }],
  );
  return { variables, inputs, errors: [] };
}

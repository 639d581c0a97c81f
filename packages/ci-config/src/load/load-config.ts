import { stringify } from 'yaml';
import { type ConfigError, ConfigFailure, Diagnostics } from '../diagnostics.ts';
import type { ResolvedConfig } from '../config/model.ts';
import { resolveConfig } from '../config/resolve-config.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { resolveReferences } from '../yaml/references.ts';
import { map, toPlain, type YamlMap } from '../yaml/tree.ts';
import { resolveExtends } from './extends.ts';
import type { InputSpec } from '../config/input-specs.ts';
import { IncludeLoader } from './load-includes.ts';
import type { IncludedFile, LoadRequest } from './sources.ts';

interface LoadOutcome {
  readonly warnings: readonly ConfigError[];
  readonly includes: readonly IncludedFile[];
  /** Inputs that the file declares, for the form of a new pipeline; also known when values are missing. */
  readonly inputs: readonly InputSpec[];
}

export type LoadResult = LoadOutcome &
  (
    | { readonly ok: true; readonly config: ResolvedConfig; readonly mergedYaml: string }
    | { readonly ok: false; readonly errors: readonly ConfigError[]; readonly mergedYaml: string | null }
  );

/**
 * Reads a configuration: checks the limits, parses, includes other files, resolves references and parents, and checks every key.
 * Answers errors as values; only a fault of this package or of a callback throws.
 */
export async function loadConfig(request: LoadRequest): Promise<LoadResult> {
  const diagnostics = new Diagnostics();
  const limits = { ...DEFAULT_LIMITS, ...request.limits };
  const loader = new IncludeLoader(request, request.variables ?? {}, request.conditions, limits, diagnostics);
  const outcome = () => ({
    warnings: diagnostics.warnings,
    includes: loader.included,
    inputs: loader.inputSpecs,
  });
  let mergedYaml: string | null = null;
  try {
    const root = await loader.loadFirst(request.text, request.file ?? '.gitlab-ci.yml', request.inputs ?? {});
    if (diagnostics.errors.length === 0) {
      const resolved = resolveExtends(resolveAll(root), diagnostics);
      if (diagnostics.errors.length === 0) {
        mergedYaml = stringify(toPlain(resolved), { lineWidth: 0, aliasDuplicateObjects: false });
        const config = resolveConfig(resolved, diagnostics);
        if (diagnostics.errors.length === 0) return { ...outcome(), ok: true, config, mergedYaml };
      }
    }
    return { ...outcome(), ok: false, errors: diagnostics.errors, mergedYaml };
  } catch (error) {
    if (!(error instanceof ConfigFailure)) throw error;
    return { ...outcome(), ok: false, errors: [...diagnostics.errors, ...error.errors], mergedYaml };
  }
}

function resolveAll(root: YamlMap): YamlMap {
  const resolved = resolveReferences(root, root);
  return resolved.kind === 'map' ? resolved : map([], root.at);
}

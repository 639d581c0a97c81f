import { ConfigFailure, Diagnostics } from '../diagnostics.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { parseYaml } from '../yaml/parse-yaml.ts';
import type { InputSpec } from '../config/input-specs.ts';
import { readInputSpecs, readSpec } from './inputs.ts';

/** The inputs that the file of a component declares; null for a file that cannot be read. */
export function readComponentInputs(text: string, file: string): InputSpec[] | null {
  const diagnostics = new Diagnostics();
  try {
    const { header } = parseYaml(text, file, DEFAULT_LIMITS, diagnostics);
    const inputs = header ? readInputSpecs(readSpec(header, diagnostics)) : [];
    return diagnostics.errors.length > 0 ? null : inputs;
  } catch (error) {
    if (error instanceof ConfigFailure) return null;
    throw error;
  }
}

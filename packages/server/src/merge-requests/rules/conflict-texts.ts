import type { StoredConflict } from '../tables.ts';

/** What git says about one path that does not merge by itself. */
type GitConflict = { path: string; type: string };

const TEXTS: Record<string, (source: string, target: string) => string> = {
  both_modified: (source, target) => `Conflict: This file was modified in both ${source} and ${target}.`,
  modified_source_removed_target: (source, target) =>
    `Conflict: This file was modified in ${source} but removed in ${target}.`,
  modified_target_removed_source: (source, target) =>
    `Conflict: This file was removed in ${source} but modified in ${target}.`,
  renamed_same_file: (source, target) => `Conflict: This file was renamed differently in ${source} and ${target}.`,
  removed_source_renamed_target: (source, target) =>
    `Conflict: This file was removed in ${source} but renamed in ${target}.`,
  removed_target_renamed_source: (source, target) =>
    `Conflict: This file was renamed in ${source} but removed in ${target}.`,
  both_added: (source, target) =>
    `Conflict: This file was added both in ${source} and ${target}, but with different contents.`,
};

/** With the two branches by name; kinds without a text of their own are told in general words. */
export function describeConflicts(conflicts: readonly GitConflict[], source: string, target: string): StoredConflict[] {
  const [from, into] = [`\`${source}\``, `\`${target}\``];
  return conflicts.map(({ path, type }) => ({
    path,
    type,
    message: TEXTS[type]?.(from, into) ?? `Conflict: This path cannot be merged automatically in ${from} and ${into}.`,
  }));
}

import type { GeneratedReason as Reason, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';

const WORDS: Record<Reason, string> = {
  attribute: '.gitattributes marks this file as generated, so its changes are collapsed.',
  no_diff_attribute: '.gitattributes excludes this file from diffs, so its changes are collapsed.',
  lock_file: 'This is a lock file, so its changes are collapsed.',
  minified: 'This file is minified, so its changes are collapsed.',
  name: 'The file name indicates a generated file, so its changes are collapsed.',
};

/** Why the file counts as made by a tool. */
export default function GeneratedReason({ file }: { file: PageDiffFile }) {
  return file.generated_reason ? WORDS[file.generated_reason] : 'This file is generated, so its changes are collapsed.';
}

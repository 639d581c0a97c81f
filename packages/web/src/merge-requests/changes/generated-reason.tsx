import type { GeneratedReason as Reason, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';

const WORDS: Record<Reason, string> = {
  attribute: '.gitattributes says that this file is generated, so its changes are folded.',
  no_diff_attribute: '.gitattributes says that this file has no changes worth showing, so they are folded.',
  lock_file: 'A tool writes this file to hold versions fast, so its changes are folded.',
  minified: 'This file is minified, so its changes are folded.',
  name: 'Its name says that a tool wrote this file, so its changes are folded.',
};

/** Why the file counts as made by a tool. */
export default function GeneratedReason({ file }: { file: PageDiffFile }) {
  return file.generated_reason ? WORDS[file.generated_reason] : 'This file is generated, so its changes are folded.';
}

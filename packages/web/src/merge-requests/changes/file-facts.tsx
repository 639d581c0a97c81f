import type { FileKind, LineEnding, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';

const KINDS: Record<FileKind, string> = { file: 'a file', symlink: 'a symbolic link', submodule: 'a submodule' };
const ENDINGS: Record<LineEnding, string> = { lf: 'LF', crlf: 'CRLF', mixed: 'mixed' };

/** What changed beside the lines, one sentence each. */
export function factsOf(file: PageDiffFile): string[] {
  const facts: string[] = [];
  const { type_change: kind, line_endings: endings, encoding_change: encodings } = file;
  if (kind) facts.push(`It was ${KINDS[kind.from]} and is ${KINDS[kind.to]} now.`);
  else if (file.mode_changed) facts.push(`File mode changed from ${file.a_mode} to ${file.b_mode}.`);
  if (endings) facts.push(`Line endings changed from ${ENDINGS[endings.old]} to ${ENDINGS[endings.new]}.`);
  if (encodings?.is_alone) facts.push(`Only the encoding changed: ${encodings.old} to ${encodings.new}.`);
  else if (encodings) facts.push(`Encoding changed from ${encodings.old} to ${encodings.new}.`);
  if (file.symlink && !kind) facts.push('A symbolic link: its line is the path it leads to.');
  return facts;
}

/** Above the lines of an open file. */
export function FileFacts({ file }: { file: PageDiffFile }) {
  const facts = factsOf(file);
  if (facts.length === 0) return null;
  return <p className="border-b bg-sunken px-4 py-1 text-sm text-fg-muted">{facts.join(' ')}</p>;
}

import type {
  EncodingChange,
  FileKind,
  OmittedForSize,
  LineEnding,
  PageDiffFile,
} from '@tributary/contract/merge-requests/diffs.ts';

const KINDS: Record<FileKind, string> = { file: 'a file', symlink: 'a symbolic link', submodule: 'a submodule' };
const ENDINGS: Record<LineEnding, string> = { lf: 'LF', crlf: 'CRLF', mixed: 'mixed' };

const TOO_LARGE: Record<OmittedForSize, string> = {
  colours: 'This file is too large for syntax highlighting.',
  moves: 'There are too many changes to detect moved lines.',
};

type Modes = Pick<PageDiffFile, 'mode_changed' | 'a_mode' | 'b_mode'>;

/** As every place tells it. */
export function modeFact(file: Modes): string | null {
  return file.mode_changed ? `File mode changed from ${file.a_mode} to ${file.b_mode}.` : null;
}

/** Of a file that has another name and the same content. */
export function renameFact(file: Modes & Pick<PageDiffFile, 'copied_file'>): string {
  const verb = file.copied_file ? 'copied' : 'renamed';
  const mode = modeFact(file);
  return mode === null ? `File ${verb} with no changes.` : `File ${verb}. Its content did not change. ${mode}`;
}

/** Where the text is the same. */
export function encodingFact({ old, new: now }: EncodingChange): string {
  return `Only the encoding changed: ${old} to ${now}.`;
}

/** What changed beside the lines, and what they would have in a smaller file, one sentence each. */
export function factsOf(file: PageDiffFile): string[] {
  const facts: string[] = [];
  const { type_change: kind, line_endings: endings, encoding_change: encodings } = file;
  const mode = modeFact(file);
  if (kind) facts.push(`Changed from ${KINDS[kind.from]} to ${KINDS[kind.to]}.`);
  else if (mode !== null) facts.push(mode);
  if (endings) facts.push(`Line endings changed from ${ENDINGS[endings.old]} to ${ENDINGS[endings.new]}.`);
  if (encodings?.is_alone) facts.push(encodingFact(encodings));
  else if (encodings) facts.push(`Encoding changed from ${encodings.old} to ${encodings.new}.`);
  if (file.twofold_encoding !== undefined)
    facts.push(`Read as ${file.twofold_encoding}. ASCII-only tools might show different characters.`);
  if (file.symlink && !kind) facts.push('Symbolic link. Its line is the target path.');
  for (const what of file.too_large_for ?? []) facts.push(TOO_LARGE[what]);
  return facts;
}

/** Above the lines of an open file. */
export default function FileFacts({ file }: { file: PageDiffFile }) {
  const facts = factsOf(file);
  if (facts.length === 0) return null;
  return <p className="border-b bg-sunken px-4 py-1 text-sm text-fg-muted">{facts.join(' ')}</p>;
}

import type { ConflictFileView, ConflictResolutionInput } from '@tributary/contract/merge-requests/conflicts.ts';

export type LineChoice = 'source' | 'target' | 'both';

/** How the reader resolves one file. `choices`: one for each conflict, null where none is made yet. */
export type FileChoice =
  | { use: 'source' | 'target' }
  | { choices: (LineChoice | null)[]; name?: 'source' | 'target' }
  | { content: string; name?: 'source' | 'target' };

/** Choices by the path of their file, each with what the file was like when it was made. */
export type Choices = Record<string, { of: string; choice: FileChoice }>;

const MARKER = /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/m;

/** Two names to choose from. */
export function hasTwoNames(file: ConflictFileView): boolean {
  return file.sourcePath !== null && file.targetPath !== null && file.sourcePath !== file.targetPath;
}

/** The name that the source knows it by. */
export function nameOf(file: ConflictFileView): string {
  return file.sourcePath ?? file.path;
}

export function conflictCount(file: ConflictFileView): number {
  return file.sections?.filter(({ kind }) => kind === 'conflict').length ?? 0;
}

/** Choices made for other conflicts than these are not valid any more. */
export function fingerprintOf(file: ConflictFileView): string {
  const text = JSON.stringify([
    file.type,
    file.sourcePath,
    file.targetPath,
    file.sourceSize,
    file.targetSize,
    file.sections,
  ]);
  let hash = 5381;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 33) + text.charCodeAt(at)) | 0;
  return `${text.length}:${hash >>> 0}`;
}

/** Before anything is chosen: by lines where there are lines, else nothing. */
export function initialChoice(file: ConflictFileView): FileChoice | null {
  return file.sections === null ? null : { choices: Array.from({ length: conflictCount(file) }, () => null) };
}

export function choiceOf(choices: Choices, file: ConflictFileView): FileChoice | null {
  const kept = choices[file.path];
  return kept?.of === fingerprintOf(file) ? kept.choice : initialChoice(file);
}

export function isResolved(choice: FileChoice | null): boolean {
  if (choice === null) return false;
  if ('choices' in choice) return choice.choices.every((each) => each !== null);
  return 'use' in choice || !MARKER.test(choice.content);
}

/** Null while it is not resolved. */
export function toInput(file: ConflictFileView, choice: FileChoice | null): ConflictResolutionInput | null {
  if (choice === null || !isResolved(choice)) return null;
  const { path } = file;
  if ('use' in choice) return { path, use: choice.use };
  const name = hasTwoNames(file) && choice.name !== undefined ? { name: choice.name } : {};
  if ('choices' in choice) return { path, ...name, choices: choice.choices.flatMap((each) => each ?? []) };
  return { path, ...name, content: choice.content };
}

/** The whole text of one side. */
export function textOfSide(file: ConflictFileView, side: 'source' | 'target'): string {
  const lines = file.sections?.flatMap((section) => (section.kind === 'merged' ? section.lines : section[side])) ?? [];
  return lines.length === 0 ? '' : lines.join(file.lineEnd) + file.lineEnd;
}

/** The text with what was chosen; conflicts without a choice between markers, as git writes them. */
export function editableText(
  file: ConflictFileView,
  choice: FileChoice | null,
  branches: { source: string; target: string },
): string {
  const choices = choice !== null && 'choices' in choice ? [...choice.choices] : [];
  const used = choice !== null && 'use' in choice ? choice.use : null;
  const lines = (file.sections ?? []).flatMap((section) => {
    if (section.kind === 'merged') return section.lines;
    const chosen = used ?? choices.shift() ?? null;
    if (chosen === 'both') return [...section.source, ...section.target];
    if (chosen !== null) return section[chosen];
    return [
      `<<<<<<< ${branches.source}`,
      ...section.source,
      '=======',
      ...section.target,
      `>>>>>>> ${branches.target}`,
    ];
  });
  return lines.length === 0 ? '' : lines.join(file.lineEnd) + file.lineEnd;
}

export function parseChoices(text: string): Choices {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Choices) : {};
  } catch {
    return {};
  }
}

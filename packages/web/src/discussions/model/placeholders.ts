import type { CreateNoteBody, PageNote } from '@tributary/contract/discussions/page.ts';
import type { splitCommands } from '@tributary/contract/discussions/split-commands.ts';
import { commandsText } from './slash-commands.ts';

/** What stands in for a note that is on its way. */
export type Placeholder = {
  id: string;
  /** `note`: what is said; `system`: what is being carried out. */
  kind: 'note' | 'system';
  text: string;
  /** Thread it answers, or the field in which one is begun beside lines; null for a new one on the whole. */
  at: string | null;
  isInternal: boolean;
};

/** Without those whose note has come by another way, before the answer to its own request. */
export function withoutArrived(
  placeholders: readonly Placeholder[],
  arrived: readonly Pick<PageNote, 'note' | 'system'>[],
): readonly Placeholder[] {
  const isThere = ({ kind, text }: Placeholder) =>
    kind === 'note' && arrived.some((note) => !note.system && note.note.trim() === text.trim());
  return placeholders.some(isThere) ? placeholders.filter((each) => !isThere(each)) : placeholders;
}

type Split = ReturnType<typeof splitCommands>;

/** What tells commands from code comes with the first text that may hold one; without it, all of the text is said. */
async function splitLater(text: string, names: readonly string[]): Promise<Split> {
  if (/^\//m.test(text)) {
    try {
      const { splitCommands: split } = await import('@tributary/contract/discussions/split-commands.ts');
      return split(text, (name) => names.includes(name));
    } catch {
      // The note is sent all the same: this is only what stands in for it meanwhile.
    }
  }
  return { text, commands: [] };
}

/** Of a note with its commands taken out, and of the commands; nothing of what would be empty. `at` as in placeholders. */
export async function placeholdersOf(
  { note }: CreateNoteBody,
  at: string | null,
  id: string,
  names: readonly string[],
  descriptions: ReadonlyMap<string, string> = new Map(),
): Promise<Placeholder[]> {
  const { text, commands } = await splitLater(note.note, names);
  const said = text.trim();
  const on = { at, isInternal: note.internal ?? false };
  const ordered = commands.map(({ name }) => name);
  const order = commandsText(ordered, descriptions);
  return [
    ...(said === '' ? [] : [{ id, kind: 'note' as const, text: said, ...on }]),
    ...(order === null ? [] : [{ id: `${id} commands`, kind: 'system' as const, text: order, ...on }]),
  ];
}

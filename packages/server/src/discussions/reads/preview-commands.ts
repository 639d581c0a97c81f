import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { Container } from '../../projects/index.ts';
import { findNoteable, getNoteable, type Noteable, noteableDescriptor, noteableNamed } from '../noteable.ts';
import {
  availableCommands,
  availableForNew,
  availableOn,
  type CommandEntry,
  explainCommands,
  findCommands,
} from '../quick-actions/run-quick-actions.ts';

type Target = { target_type?: string | undefined; target_id?: number | undefined };

/** The thing a text is written on; undefined for a new one, or one that is not to be seen. */
export async function findTarget(ctx: Context, place: Container, target: Target): Promise<Noteable | undefined> {
  if (target.target_type === undefined || target.target_id === undefined) return undefined;
  try {
    const { type } = noteableNamed(target.target_type, place);
    const { target_id: id } = target;
    const byId = await findNoteable(ctx, place, type, { id });
    // Other front ends name the class (`Issue`) and send the number inside the project or group.
    return byId ?? (/^[A-Z]/.test(target.target_type) ? await getNoteable(ctx, place, type, { iid: id }) : undefined);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

/** A text being written without its commands, what those will do, a sentence for each, and what it is the text of. */
export async function previewCommands(
  ctx: Context,
  place: Container,
  input: Target & { text: string },
): Promise<{ text: string; commands: string; pathName?: string }> {
  const noteable = await findTarget(ctx, place, input);
  const isNew = input.target_type !== undefined && input.target_id === undefined;
  const type = noteable?.type ?? (isNew ? noteableNamed(input.target_type ?? '', place).type : undefined);
  if (type === undefined) return { text: input.text, commands: '' };
  const { text } = findCommands(type, input.text);
  const isAvailable = noteable ? availableOn(ctx, noteable) : availableForNew(ctx, place);
  const commands = (await explainCommands({ type, ctx, place, noteable }, input.text, isAvailable)).join(' ');
  return { text, commands, pathName: noteableDescriptor(type).pathName };
}

/** What the commands in a text for this thing will do, a sentence for each. */
export async function explainCommandsInText(ctx: Context, noteable: Noteable, text: string): Promise<string> {
  const at = { type: noteable.type, ctx, place: noteable.place, noteable };
  return (await explainCommands(at, text, availableOn(ctx, noteable))).join(' ');
}

/** What can be typed after a slash on this thing, by this user. */
export async function listCommands(ctx: Context, noteable: Noteable): Promise<CommandEntry[]> {
  return availableCommands(noteable.type, availableOn(ctx, noteable));
}

/** The same for the text of a new thing of the place. */
export async function listCommandsOf(ctx: Context, place: Container, type: string): Promise<CommandEntry[]> {
  return availableCommands(type, availableForNew(ctx, place));
}

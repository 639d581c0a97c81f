import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type Context, transact } from '../../platform/context.ts';
import { getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import type { WantedReference } from '../markdown/reference-registry.ts';
import { type Noteable, type NoteableDescriptor, noteableDescriptor, noteableTypes } from '../noteable.ts';
import { addSystemNote } from '../operations/add-system-note.ts';

/** One text tells no more things than these that it names them. */
const MAX_TOLD = 100;

type Options = {
  /** Things that it is no news for, e.g. its own commits. */
  skip?: (target: Noteable) => boolean;
};

/**
 * Notes down on everything that a text names that it is "mentioned in" the thing whose text it is: once for each pair,
 * whatever the text becomes later. The actor is who wrote it: what they may not see is not told, nor is the thing itself.
 * Safe to repeat.
 */
export async function tellMentioned(
  ctx: Context,
  source: Noteable,
  references: readonly WantedReference[],
  { skip }: Options = {},
): Promise<void> {
  const targets = new Map<string, Noteable>();
  const accesses = new Map<string, Promise<ProjectAccess | undefined>>();
  for (const reference of references) {
    if (targets.size >= MAX_TOLD) break;
    const descriptor = descriptorOf(reference);
    const { projectPath } = reference;
    if (!descriptor || projectPath === undefined) continue;
    const access = await (accesses.get(projectPath) ??
      accesses.set(projectPath, findAccess(ctx, projectPath)).get(projectPath));
    const target = access && (await findTarget(ctx, descriptor, access, reference.value));
    const isSelf = target?.type === source.type && target.id === source.id;
    if (target && !isSelf && skip?.(target) !== true) targets.set(`${target.type}:${target.id}`, target);
  }
  if (targets.size === 0) return;
  await noteableDescriptor(source.type).prepare?.(ctx, source);
  for (const target of targets.values()) await tell(ctx, source, target);
}

function descriptorOf({ kind }: WantedReference): NoteableDescriptor | undefined {
  return noteableTypes()
    .map((type) => noteableDescriptor(type))
    .find((descriptor) => descriptor.mention?.kind === kind);
}

/** Undefined when the actor may not see it; an archived project takes no notes. */
async function findAccess(ctx: Context, path: string): Promise<ProjectAccess | undefined> {
  try {
    const access = await getProjectAccess(ctx, path);
    return access.project.archived_at === null ? access : undefined;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

function findTarget(
  ctx: Context,
  descriptor: NoteableDescriptor,
  access: ProjectAccess,
  value: string,
): Promise<Noteable | undefined> {
  return descriptor.findNamed
    ? descriptor.findNamed(ctx, access, value)
    : descriptor.find(ctx, access, { iid: Number(value) });
}

async function tell(ctx: Context, source: Noteable, target: Noteable): Promise<void> {
  // All of the note or nothing: half of one would pass for told when this is repeated.
  await transact(ctx, async (inner) => {
    await noteableDescriptor(target.type).prepare?.(inner, target);
    await addSystemNote(inner, target, {
      action: 'cross_reference',
      body: `mentioned in ${nameFor(source, target.access.project.id)}`,
      about: source,
      isMention: true,
    });
  });
}

/** "issue #4", "merge request group/project!2", "commit 1234abcd": in its own project the number is enough. */
export function nameFor(thing: Noteable, projectId: number): string {
  const noun = noteableDescriptor(thing.type).mention?.noun ?? '';
  const { id, full_path: path } = thing.access.project;
  const reference = id === projectId ? thing.reference.slice(path.length).replace(/^@/, '') : thing.reference;
  return `${noun} ${reference}`;
}

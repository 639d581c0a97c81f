import { AppError } from '@tributary/contract/errors/app-error.ts';
import { type Context, transact } from '../../platform/context.ts';
import { getProjectAccess, isSameContainer, type Container, containerOfProject } from '../../projects/index.ts';
import type { WantedReference } from '../markdown/reference-registry.ts';
import {
  type Noteable,
  type NoteableDescriptor,
  noteableDescriptor,
  noteableTypes,
  shortReference,
} from '../noteable.ts';
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
export async function addCrossReferences(
  ctx: Context,
  source: Noteable,
  references: readonly WantedReference[],
  { skip }: Options = {},
): Promise<void> {
  const targets = new Map<string, Noteable>();
  const places = new Map<string, Promise<Container | undefined>>();
  for (const reference of references) {
    if (targets.size >= MAX_TOLD) break;
    const descriptor = descriptorOf(reference);
    const { projectPath } = reference;
    if (!descriptor || projectPath === undefined) continue;
    const place = await (places.get(projectPath) ??
      places.set(projectPath, findProject(ctx, projectPath)).get(projectPath));
    const target = place && (await findTarget(ctx, descriptor, place, reference.value));
    const isSelf = target?.type === source.type && target.id === source.id;
    if (target && !isSelf && skip?.(target) !== true) targets.set(`${target.type}:${target.id}`, target);
  }
  if (targets.size === 0) return;
  await noteableDescriptor(source.type).prepare?.(ctx, source);
  for (const target of targets.values()) await tell(ctx, source, target);
}

/** References name things by their project; those of groups have none yet. */
function descriptorOf({ kind }: WantedReference): NoteableDescriptor | undefined {
  return noteableTypes()
    .map((type) => noteableDescriptor(type))
    .find(({ mention, livesIn }) => mention?.kind === kind && livesIn === 'project');
}

/** Undefined when the actor may not see it; an archived project takes no notes. */
async function findProject(ctx: Context, path: string): Promise<Container | undefined> {
  try {
    const access = await getProjectAccess(ctx, path);
    return access.project.is_read_only ? undefined : containerOfProject(access);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

function findTarget(
  ctx: Context,
  descriptor: NoteableDescriptor,
  place: Container,
  value: string,
): Promise<Noteable | undefined> {
  return descriptor.findNamed
    ? descriptor.findNamed(ctx, place, value)
    : descriptor.find(ctx, place, { iid: Number(value) });
}

async function tell(ctx: Context, source: Noteable, target: Noteable): Promise<void> {
  // All of the note or nothing: half of one would pass for told when this is repeated.
  await transact(ctx, async (inner) => {
    await noteableDescriptor(target.type).prepare?.(inner, target);
    await addSystemNote(inner, target, {
      action: 'cross_reference',
      body: `mentioned in ${nameFor(source, target.place)}`,
      about: source,
      isMention: true,
    });
  });
}

/** "issue #4", "merge request group/project!2", "commit 1234abcd": in its own place the number is enough. */
export function nameFor(thing: Noteable, place: Pick<Container, 'kind' | 'id'>): string {
  const noun = noteableDescriptor(thing.type).mention?.noun ?? '';
  const isOwn = isSameContainer(thing.place, place);
  return `${noun} ${isOwn ? shortReference(thing).replace(/^@/, '') : thing.reference}`;
}

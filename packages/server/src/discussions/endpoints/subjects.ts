import type { SubjectLoader } from '../../endpoints/http/define-route.ts';
import type { PolicySubject } from '../../platform/policy/policy.ts';
import {
  inGroup,
  inProject,
  type Container,
  type ContainerKind,
  containerOfGroup,
  containerOfProject,
} from '../../projects/index.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { getNoteable, getNoteableByAddress, type Noteable, noteableNamed } from '../noteable.ts';
import { noteableOfNote } from '../reads/noteable-of-note.ts';
import { getReadableNote } from '../reads/readable-note.ts';

export type NoteableSubject = { policy: PolicySubject; noteable: Noteable };
export type NoteSubject = NoteableSubject & { noteId: number };

const NUMBER = /^\d{1,15}$/;

function number(text: string | undefined, resource: string): number {
  if (text === undefined || !NUMBER.test(text)) throw new AppError('not_found', { resource });
  return Number(text);
}

/** The addresses of one kind of place, below which its things are talked about. */
export type ContainerRoutes = {
  on: ContainerKind;
  /** What addresses of the REST endpoint begin with. */
  rest: string;
  /** Below a place's own address by that address, elsewhere by id. */
  place: SubjectLoader<Container>;
};

export const PROJECT: ContainerRoutes = {
  on: 'project',
  rest: '/projects/:id',
  place: {
    params: inProject.params,
    load: async (ctx, params) => containerOfProject(await inProject.load(ctx, params)),
  },
};

export const GROUP: ContainerRoutes = {
  on: 'group',
  rest: '/groups/:id',
  place: { params: inGroup.params, load: async (ctx, params) => containerOfGroup(await inGroup.load(ctx, params)) },
};

/** `…/merge_requests/:noteable_id/…`: by its number inside the place. */
export function inNoteable({ place: { load } }: ContainerRoutes, pathName: string): SubjectLoader<NoteableSubject> {
  return {
    params: ['id', 'noteable_id'],
    load: async (ctx, params) => {
      const noteable = await getNoteableByAddress(ctx, await load(ctx, params), pathName, params['noteable_id'] ?? '');
      return { policy: noteable.policy, noteable };
    },
  };
}

/** `…/noteable/:target_type/:target_id/…`: by its own id, in a project. */
export const inTarget: SubjectLoader<NoteableSubject> = {
  params: ['target_type', 'target_id'],
  load: async (ctx, params) => {
    const place = await PROJECT.place.load(ctx, params);
    const { type } = noteableNamed(params['target_type'] ?? '', place);
    const noteable = await getNoteable(ctx, place, type, { id: number(params['target_id'], 'Noteable') });
    return { policy: noteable.policy, noteable };
  },
};

/** Where one note is, and how it is found there. */
export type NoteAddress = { path: string; subject: SubjectLoader<NoteSubject> };

/** `…/notes/:note_id`: the thing that the note is about, through the project of the address. */
export const NOTE_OF_PROJECT: NoteAddress = {
  path: '/notes/:note_id',
  subject: {
    params: ['note_id'],
    load: async (ctx, params) => {
      const place = await PROJECT.place.load(ctx, params);
      const noteId = number(params['note_id'], 'Note');
      const noteable = await noteableOfNote(ctx, place, noteId);
      return { policy: noteable.policy, noteable, noteId };
    },
  },
};

/** `…/epics/:noteable_id/notes/:note_id`: below its thing. */
export function noteBelow(door: ContainerRoutes, pathName: string): NoteAddress {
  const { load } = inNoteable(door, pathName);
  return {
    path: `/${pathName}/:noteable_id/notes/:note_id`,
    subject: {
      params: ['noteable_id', 'note_id'],
      load: async (ctx, params) => {
        const subject = await load(ctx, params);
        const noteId = number(params['note_id'], 'Note');
        await getReadableNote(ctx, subject.noteable, noteId);
        return { ...subject, noteId };
      },
    },
  };
}

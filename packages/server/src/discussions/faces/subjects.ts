import type { SubjectLoader } from '../../faces/http/define-route.ts';
import type { PolicySubject } from '../../platform/policy/policy.ts';
import { getProjectAccess, type ProjectAccess } from '../../projects/index.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { getNoteable, getNoteableByAddress, type Noteable, noteableNamed } from '../noteable.ts';
import { noteableOfNote } from '../reads/noteable-of-note.ts';

export type NoteableSubject = { policy: PolicySubject; noteable: Noteable };
export type NoteSubject = NoteableSubject & { noteId: number };

const NUMBER = /^\d{1,15}$/;

function number(text: string | undefined, resource: string): number {
  if (text === undefined || !NUMBER.test(text)) throw new AppError('not_found', { resource });
  return Number(text);
}

/** Below a project's own address by that address, elsewhere by id. */
const project = (params: Record<string, string>) => params['place'] || (params['id'] ?? '');

/** `…/merge_requests/:noteable_id/…`: by its number inside the project. */
export function inNoteable(pathName: string): SubjectLoader<NoteableSubject> {
  return {
    params: ['id', 'noteable_id'],
    load: async (ctx, params) => {
      const access = await getProjectAccess(ctx, project(params));
      const noteable = await getNoteableByAddress(ctx, access, pathName, params['noteable_id'] ?? '');
      return { policy: noteable.policy, noteable };
    },
  };
}

/** `…/noteable/:target_type/:target_id/…`: by its own id. */
export const inTarget: SubjectLoader<NoteableSubject> = {
  params: ['target_type', 'target_id'],
  load: async (ctx, params) => {
    const access = await getProjectAccess(ctx, project(params));
    const { type } = noteableNamed(params['target_type'] ?? '');
    const noteable = await getNoteable(ctx, access, type, { id: number(params['target_id'], 'Noteable') });
    return { policy: noteable.policy, noteable };
  },
};

/** `…/notes/:note_id`: the thing that the note is about, through the project of the address. */
export const inNote: SubjectLoader<NoteSubject> = {
  params: ['note_id'],
  load: async (ctx, params) => {
    const access = await getProjectAccess(ctx, project(params));
    const noteId = number(params['note_id'], 'Note');
    const noteable = await noteableOfNote(ctx, access, noteId);
    return { policy: noteable.policy, noteable, noteId };
  },
};

/** The project alone, for things that hang on nothing else. */
export const inAnyProject: SubjectLoader<ProjectAccess> = {
  params: ['id'],
  load: (ctx, params) => getProjectAccess(ctx, project(params)),
};

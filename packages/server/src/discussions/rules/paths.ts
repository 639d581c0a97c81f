import type { Container, ContainerKind } from '../../projects/index.ts';

type Addressed = { path: string; type: string; id: number; place: Pick<Container, 'kind' | 'pagesPath'> };

/** As it is named in addresses: `merge_request`. */
const nameOf = (type: string) => type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();

/** Where notes are written, heard of and changed: in a project by ids, in a group below the page of their thing. */
const NOTES: Record<ContainerKind, (thing: Addressed) => { createNote: string; notes: string; each: string }> = {
  project: ({ type, id, place: { pagesPath } }) => ({
    createNote: `${pagesPath}/notes?target_type=${nameOf(type)}&target_id=${id}`,
    notes: `${pagesPath}/noteable/${nameOf(type)}/${id}/notes`,
    each: `${pagesPath}/notes`,
  }),
  group: ({ path }) => ({ createNote: `${path}/notes`, notes: `${path}/notes`, each: `${path}/notes` }),
};

/** Addresses of one note. */
export function notePaths(
  noteable: Addressed,
  noteId: number,
): { note: string; task: string; resolve: string; award: string; outdatedLineChange: string; anchor: string } {
  const note = `${NOTES[noteable.place.kind](noteable).each}/${noteId}`;
  return {
    note,
    task: `${note}/task`,
    resolve: `${note}/resolve`,
    award: `${note}/toggle_award_emoji`,
    outdatedLineChange: `${note}/outdated_line_change`,
    anchor: `${noteable.path}#note_${noteId}`,
  };
}

/** Addresses of one change of the description, below its thing. */
export function descriptionPaths(
  noteable: Addressed,
  versionId: number,
): { version: string; diff: string; restore: string } {
  const version = `${noteable.path}/descriptions/${versionId}`;
  return { version, diff: `${version}/diff`, restore: `${version}/restore` };
}

/** Addresses of one thread below its thing. */
export function threadPaths(
  noteable: Addressed,
  discussionId: string,
): { json: string; resolve: string; anchor: string } {
  const thread = `${noteable.path}/discussions/${discussionId}`;
  return {
    json: `${thread}.json`,
    resolve: `${thread}/resolve`,
    anchor: `${noteable.path}#discussion_${discussionId}`,
  };
}

/** Addresses that a page needs to read and write the notes of a thing. */
export function noteablePaths(noteable: Addressed) {
  const { pagesPath, kind } = noteable.place;
  const { createNote, notes } = NOTES[kind](noteable);
  return {
    targetType: nameOf(noteable.type),
    discussions: `${noteable.path}/discussions.json`,
    lineColours: `${noteable.path}/line_colours.json`,
    begunPictures: `${noteable.path}/begun_pictures.json`,
    laterCommands: `${noteable.path}/command_results`,
    close: `${noteable.path}?${nameOf(noteable.type)}[state_event]=close`,
    reopen: `${noteable.path}?${nameOf(noteable.type)}[state_event]=reopen`,
    notes,
    createNote,
    drafts: `${noteable.path}/drafts`,
    previewMarkdown: `${pagesPath}/preview_markdown?target_type=${nameOf(noteable.type)}&target_id=${noteable.id}`,
    uploads: `${pagesPath}/uploads`,
  };
}

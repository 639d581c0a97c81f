import { encodePath } from '@tributary/contract/projects/repository-paths.ts';

type Place = { path: string; type: string; id: number; access: { project: { full_path: string } } };

const place = (noteable: Place) => `/${encodePath(noteable.access.project.full_path)}`;

/** Addresses of one note below its project. */
export function notePaths(
  noteable: Place,
  noteId: number,
): { note: string; task: string; resolve: string; award: string; outdatedLineChange: string; anchor: string } {
  const note = `${place(noteable)}/-/notes/${noteId}`;
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
  noteable: Place,
  versionId: number,
): { version: string; diff: string; restore: string } {
  const version = `${noteable.path}/descriptions/${versionId}`;
  return { version, diff: `${version}/diff`, restore: `${version}/restore` };
}

/** Addresses of one thread below its thing. */
export function threadPaths(noteable: Place, discussionId: string): { json: string; resolve: string; anchor: string } {
  const thread = `${noteable.path}/discussions/${discussionId}`;
  return {
    json: `${thread}.json`,
    resolve: `${thread}/resolve`,
    anchor: `${noteable.path}#discussion_${discussionId}`,
  };
}

/** Addresses that a page needs to read and write the notes of a thing. */
export function noteablePaths(noteable: Place) {
  const root = place(noteable);
  const name = noteable.type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
  return {
    discussions: `${noteable.path}/discussions.json`,
    lineColours: `${noteable.path}/line_colours.json`,
    begunPictures: `${noteable.path}/begun_pictures.json`,
    laterCommands: `${noteable.path}/command_results`,
    notes: `${root}/-/noteable/${name}/${noteable.id}/notes`,
    createNote: `${root}/-/notes?target_type=${name}&target_id=${noteable.id}`,
    previewMarkdown: `${root}/-/preview_markdown?target_type=${name}&target_id=${noteable.id}`,
    uploads: `${root}/-/uploads`,
  };
}

/* What shows more lines than the changes: loaded when the first ones had their time, or when someone asks for more; and what gives them colours. */
export { colourLines } from './colour-lines.ts';
export { openHidden } from './open-hidden.ts';
export { showChangesOnly, showRenamed, showFullFile } from './full-file.ts';

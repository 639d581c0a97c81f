/* What shows more lines than the changes: loaded when the first ones had their time, or when somebody asks for more; and what gives them colours. */
export { colourLines } from './colour-lines.ts';
export { openHidden } from './open-hidden.ts';
export { showChangesOnly, showRenamed, showWholeFile } from './whole-file.ts';

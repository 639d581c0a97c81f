/* What shows more lines than the changes: loaded when the first ones had their time, or when somebody asks for more. */
export { openHidden } from './open-hidden.ts';
export { showChangesOnly, showWholeFile } from './whole-file.ts';

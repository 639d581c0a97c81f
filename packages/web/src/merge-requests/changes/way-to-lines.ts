/* What goes to places in the changes: loaded when the files on the screen are there, or with the first use. */
export { bringIntoView } from './bring-into-view.ts';
export { goToNamed } from './go-to-named.ts';
export { crossTo, walkLines } from './walk-lines.ts';

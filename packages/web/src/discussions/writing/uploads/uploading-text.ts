/** Said instead of sending a text that has places where files should be. */
export const UPLOADING_TEXT = 'A file has not been attached yet. Wait until it is there, or take it out.';

/** Said instead of sending a text that has places where files should be. */
export const UPLOADING_TEXT = 'A file is not uploaded yet. Wait for the upload to finish, or remove the file.';

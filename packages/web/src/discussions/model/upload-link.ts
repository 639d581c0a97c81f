const UPLOAD_LINK = /\/uploads\/[0-9a-f]{32}\//;

/** Does a text lead to files that were put into one? */
export function linksToUpload(text: string): boolean {
  return UPLOAD_LINK.test(text);
}

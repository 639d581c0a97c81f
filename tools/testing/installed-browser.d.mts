/** Path of the Chromium that this machine has; undefined where it has none. `path`: folders as in `$PATH`. */
export function installedBrowser(path?: string): string | undefined;

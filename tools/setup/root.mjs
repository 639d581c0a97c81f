import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the checkout, wherever the command was called from. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Absolute path of something inside the checkout. */
export const inRoot = (...parts) => join(root, ...parts);

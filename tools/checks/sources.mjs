import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { maskSource } from './mask-source.mjs';

const CODE = /\.(ts|tsx|mts|mjs)$/;

/**
 * Every file of the checkout that git tracks or would track, as `{ path, text, code }`:
 * `path` relative with slashes; `text` and `code` are read when first used. `code` is the text with comments and the
 * contents of strings blanked out, at the same offsets.
 */
export function listSources(rootDir) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: rootDir,
    maxBuffer: 1 << 26,
  });
  const paths = [...new Set(listed.toString('utf8').split('\0').filter(Boolean))].sort();
  return paths.map((path) => sourceFile(path, () => readOrEmpty(join(rootDir, path))));
}

/** One source; `read` is called at most once. */
export function sourceFile(path, read) {
  let text;
  let code;
  return {
    path,
    isCode: CODE.test(path),
    isTest: isTestPath(path),
    get text() {
      return (text ??= read());
    },
    get code() {
      return (code ??= maskSource(this.text));
    },
  };
}

/** Whether a path holds test code: it may reach further than the product may. */
export function isTestPath(path) {
  return (
    /\.(test|states)\.(ts|tsx|mjs)$/.test(path) ||
    /^packages\/(server|web)\/(testing|test)\//.test(path) ||
    /^packages\/[^/]+\/src\/(.*\/)?testing\//.test(path) ||
    /\/testing(-[a-z]+)?\.ts$/.test(path) ||
    path.startsWith('e2e/')
  );
}

/** One-based line of an offset. */
export const lineAt = (text, offset) => text.slice(0, offset).split('\n').length;

// A file that was removed but is still tracked is as good as empty.
function readOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return '';
    throw error;
  }
}

import { RE2JS } from 're2js';
import { MAX_GLOB_COMPARISONS } from '../limits.ts';

const MAX_GLOB_LENGTH = 1_000;
const MAX_ALTERNATIVES = 100;

/** A test for paths. `*` stays in a folder, `**` + `/` goes through folders, with `?`, `[a-z]` and `{a,b}`; dots are not special, and a slash at the end stands for all that is below. */
export function compileGlob(glob: string): (path: string) => boolean {
  if (!/[*?[{\\]/.test(glob)) return (path) => path === glob;
  const compiled = glob.length <= MAX_GLOB_LENGTH ? compile(glob) : undefined;
  return compiled ? (path) => compiled.matches(path) : () => false;
}

function compile(glob: string): RE2JS | undefined {
  try {
    return RE2JS.compile(translate(glob) + (glob.endsWith('/') ? '.*' : ''), RE2JS.DOTALL);
  } catch {
    // An unclosed class or brace matches nothing.
    return undefined;
  }
}

function translate(glob: string): string {
  let source = '';
  let braces = 0;
  let alternatives = 0;
  for (let index = 0; index < glob.length; index += 1) {
    const sign = glob.charAt(index);
    if (sign === '*') {
      const isDouble = glob.charAt(index + 1) === '*';
      const startsPart = index === 0 || glob.charAt(index - 1) === '/';
      if (isDouble && startsPart && glob.charAt(index + 2) === '/') {
        source += '(?:[^/]*/)*';
        index += 2;
      } else if (isDouble) {
        source += '[^/]*';
        index += 1;
      } else source += '[^/]*';
    } else if (sign === '?') source += '[^/]';
    else if (sign === '[') {
      const end = glob.indexOf(']', index + 2);
      if (end === -1) source += String.raw`\[`;
      else {
        source += `[${glob
          .slice(index + 1, end)
          .replace(/^[!^]/, '^')
          .replaceAll('\\', '\\\\')
          .replaceAll('[', String.raw`\[`)}]`;
        index = end;
      }
    } else if (sign === '{') {
      braces += 1;
      source += '(?:';
    } else if (sign === '}' && braces > 0) {
      braces -= 1;
      source += ')';
    } else if (sign === ',' && braces > 0) {
      alternatives += 1;
      source += alternatives <= MAX_ALTERNATIVES ? '|' : ',';
    } else if (sign === '\\' && index + 1 < glob.length) {
      index += 1;
      source += RE2JS.quote(glob.charAt(index));
    } else source += RE2JS.quote(sign);
  }
  return source;
}

/** Lists of paths are asked for many rules of a pipeline. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function setOf(paths: readonly string[]): ReadonlySet<string> {
  const set = sets.get(paths) ?? new Set(paths);
  sets.set(paths, set);
  return set;
}

/** Does one of the paths match one of the globs, or lie in a folder that ends with a slash? Very many comparisons count as a match, as documented for `changes` and `exists`. */
export function matchesAnyGlob(globs: readonly string[], paths: readonly string[]): boolean {
  const exact = setOf(paths);
  if (globs.some((glob) => exact.has(glob))) return true;
  const folders = globs.filter((glob) => /^[^*?[{\\]+\/$/.test(glob));
  if (folders.some((folder) => paths.some((path) => path.startsWith(folder)))) return true;
  const patterns = globs.filter((glob) => /[*?[{\\]/.test(glob));
  if (patterns.length * paths.length > MAX_GLOB_COMPARISONS) return true;
  return patterns.some((glob) => {
    const matches = compileGlob(glob);
    return paths.some((path) => matches(path));
  });
}

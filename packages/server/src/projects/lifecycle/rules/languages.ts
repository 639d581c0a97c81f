/** Language of a file by its name, for those whose files users write by hand; data and prose do not count. */
const BY_EXTENSION: Record<string, string> = {
  ada: 'Ada',
  adb: 'Ada',
  ads: 'Ada',
  asm: 'Assembly',
  s: 'Assembly',
  awk: 'Awk',
  bash: 'Shell',
  sh: 'Shell',
  zsh: 'Shell',
  bat: 'Batchfile',
  c: 'C',
  h: 'C',
  cc: 'C++',
  cpp: 'C++',
  cxx: 'C++',
  hh: 'C++',
  hpp: 'C++',
  hxx: 'C++',
  clj: 'Clojure',
  cljs: 'Clojure',
  coffee: 'CoffeeScript',
  cr: 'Crystal',
  cs: 'C#',
  css: 'CSS',
  d: 'D',
  dart: 'Dart',
  ex: 'Elixir',
  exs: 'Elixir',
  elm: 'Elm',
  erl: 'Erlang',
  f90: 'Fortran',
  fs: 'F#',
  fsx: 'F#',
  go: 'Go',
  groovy: 'Groovy',
  gradle: 'Groovy',
  haml: 'Haml',
  hs: 'Haskell',
  html: 'HTML',
  htm: 'HTML',
  java: 'Java',
  jl: 'Julia',
  js: 'JavaScript',
  cjs: 'JavaScript',
  mjs: 'JavaScript',
  jsx: 'JavaScript',
  kt: 'Kotlin',
  kts: 'Kotlin',
  less: 'Less',
  lisp: 'Common Lisp',
  lua: 'Lua',
  m: 'Objective-C',
  ml: 'OCaml',
  mli: 'OCaml',
  nim: 'Nim',
  nix: 'Nix',
  pas: 'Pascal',
  php: 'PHP',
  pl: 'Perl',
  pm: 'Perl',
  ps1: 'PowerShell',
  py: 'Python',
  r: 'R',
  rb: 'Ruby',
  rs: 'Rust',
  sass: 'Sass',
  scala: 'Scala',
  scss: 'SCSS',
  sol: 'Solidity',
  sql: 'SQL',
  svelte: 'Svelte',
  swift: 'Swift',
  tcl: 'Tcl',
  tf: 'HCL',
  ts: 'TypeScript',
  cts: 'TypeScript',
  mts: 'TypeScript',
  tsx: 'TypeScript',
  vb: 'Visual Basic',
  vue: 'Vue',
  zig: 'Zig',
};

const BY_NAME: Record<string, string> = {
  dockerfile: 'Dockerfile',
  makefile: 'Makefile',
  rakefile: 'Ruby',
  gemfile: 'Ruby',
  jenkinsfile: 'Groovy',
};

const VENDORED = /(?:^|\/)(?:node_modules|vendor|third_party|dist|\.yarn)\//;
const MINIFIED = /\.min\.(?:js|css)$/;

export function languageOf(path: string): string | undefined {
  if (VENDORED.test(path) || MINIFIED.test(path)) return undefined;
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  return BY_NAME[name] ?? (dot > 0 ? BY_EXTENSION[name.slice(dot + 1)] : undefined);
}

/** Bytes by language. */
export function countLanguages(files: Iterable<{ path: string; sizeBytes: number }>): Record<string, number> {
  const bytes: Record<string, number> = {};
  for (const { path, sizeBytes } of files) {
    const language = languageOf(path);
    if (language !== undefined && sizeBytes > 0) bytes[language] = (bytes[language] ?? 0) + sizeBytes;
  }
  return bytes;
}

/** Shares in per cent with two decimals, largest first. */
export function languageShares(bytes: Record<string, number>): Record<string, number> {
  const total = Object.values(bytes).reduce((sum, each) => sum + each, 0);
  const sorted = Object.entries(bytes).toSorted(([, a], [, b]) => b - a);
  return Object.fromEntries(sorted.map(([name, each]) => [name, Math.round((each / total) * 10_000) / 100]));
}

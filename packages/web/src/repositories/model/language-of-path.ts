const EXTENSIONS: Record<string, string> = {
  javascript: 'js jsx mjs cjs',
  typescript: 'ts tsx mts cts',
  json: 'json jsonc json5 webmanifest map',
  css: 'css scss less pcss',
  html: 'html htm vue svelte',
  xml: 'xml svg xsl plist csproj',
  markdown: 'md markdown mdx',
  python: 'py pyi',
  yaml: 'yml yaml',
  bash: 'sh bash zsh',
  c: 'c h',
  cpp: 'cpp cc cxx hpp hh hxx',
  csharp: 'cs',
  java: 'java',
  kotlin: 'kt kts',
  scala: 'scala sbt',
  dart: 'dart',
  go: 'go',
  rust: 'rs',
  ruby: 'rb rake gemspec',
  swift: 'swift',
  lua: 'lua',
  perl: 'pl pm',
  sql: 'sql',
  toml: 'toml',
  ini: 'ini cfg conf properties env editorconfig gitmodules gitconfig npmrc',
  diff: 'diff patch',
  powershell: 'ps1 psm1',
  protobuf: 'proto',
  haskell: 'hs',
  r: 'r',
};

const byExtension = new Map(
  Object.entries(EXTENSIONS).flatMap(([language, extensions]) =>
    extensions.split(' ').map((extension): [string, string] => [extension, language]),
  ),
);

/** The editor's language for a path, or null. */
export function languageOfPath(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (name === 'dockerfile' || name.startsWith('dockerfile.')) return 'dockerfile';
  if (name === 'gemfile' || name === 'rakefile') return 'ruby';
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '';
  return byExtension.get(extension) ?? null;
}

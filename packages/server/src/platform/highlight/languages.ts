/**
 * Which grammar colours which file. One row a language: the grammar's name in highlight.js, then words that name it in
 * a code fence, file extensions, whole file names and interpreters. Names of grammars are also words of fences.
 */
type Row = [grammar: string, words: string, extensions: string, names?: string, interpreters?: string];

const ROWS: Row[] = [
  ['ada', '', 'ada adb ads'],
  ['apache', 'apacheconf', 'htaccess', '.htaccess httpd.conf apache2.conf'],
  ['applescript', '', 'applescript scpt', '', 'osascript'],
  ['arduino', '', 'ino'],
  ['asciidoc', 'adoc', 'adoc asciidoc asc'],
  ['autohotkey', 'ahk', 'ahk'],
  ['awk', 'gawk', 'awk', '', 'awk gawk mawk'],
  [
    'bash',
    'sh shell zsh ksh shell-script',
    'sh bash zsh ksh bats ebuild',
    '.bashrc .bash_profile .bash_aliases .profile .zshrc .zprofile .envrc PKGBUILD APKBUILD configure',
    'sh bash zsh ksh dash ash bats',
  ],
  ['c', 'h', 'c h idc'],
  ['clojure', 'clj cljs edn', 'clj cljs cljc edn bb', '', 'bb clojure'],
  ['cmake', '', 'cmake', 'CMakeLists.txt'],
  ['coffeescript', 'coffee cson', 'coffee cson iced', 'Cakefile', 'coffee'],
  ['coq', '', ''],
  ['cpp', 'c++ cc hpp cxx hxx h++', 'cpp cc cxx c++ hpp hh hxx h++ inl ipp tpp cu cuh'],
  ['crystal', 'cr', 'cr', '', 'crystal'],
  ['csharp', 'cs c# dotnet', 'cs csx cake'],
  ['css', '', 'css pcss postcss'],
  ['d', 'dlang', 'd di'],
  ['dart', '', 'dart', '', 'dart'],
  ['delphi', 'pascal pas', 'pas dpr dfm pp lpr'],
  ['diff', 'patch', 'diff patch rej'],
  ['django', 'jinja jinja2 j2', 'jinja jinja2 j2 njk'],
  ['dns', 'zone bind', 'zone'],
  ['dockerfile', 'docker containerfile', 'dockerfile containerfile', 'Dockerfile Containerfile'],
  ['dos', 'bat cmd batch', 'bat cmd'],
  ['dts', 'devicetree', 'dts dtsi'],
  ['elixir', 'ex exs', 'ex exs', 'mix.lock', 'elixir'],
  ['elm', '', 'elm'],
  ['erb', 'html+erb', 'erb rhtml'],
  ['erlang', 'erl', 'erl hrl escript', 'rebar.config', 'escript'],
  ['fortran', 'f90 f95', 'f f90 f95 f03 f08 for'],
  ['fsharp', 'f# fs', 'fs fsi fsx'],
  ['gherkin', 'cucumber feature', 'feature'],
  ['glsl', '', 'glsl vert frag geom comp tesc tese'],
  ['go', 'golang', 'go', 'go.mod go.work'],
  ['gradle', '', 'gradle'],
  ['graphql', 'gql', 'graphql gql graphqls'],
  ['groovy', '', 'groovy gvy', 'Jenkinsfile', 'groovy'],
  ['haml', '', 'haml'],
  ['handlebars', 'hbs mustache', 'hbs handlebars mustache'],
  ['haskell', 'hs', 'hs lhs hsc', '', 'runhaskell runghc'],
  ['haxe', 'hx', 'hx hxml'],
  ['http', 'https', 'http rest'],
  [
    'ini',
    'toml cfg conf editorconfig',
    'ini toml cfg conf cnf editorconfig desktop service timer socket mount',
    '.gitconfig .gitmodules .editorconfig .npmrc .yarnrc .flake8 .pylintrc .coveragerc Cargo.lock Pipfile poetry.lock uv.lock pdm.lock',
  ],
  ['java', '', 'java jsp jsh', '', 'jshell'],
  ['javascript', 'js jsx mjs cjs node', 'js jsx mjs cjs es6 gs jsm', 'Jakefile', 'node nodejs deno bun'],
  [
    'json',
    'jsonc json5 jsonl ndjson geojson',
    'json jsonc json5 jsonl ndjson geojson topojson webmanifest map har ipynb avsc arb code-workspace',
    '.prettierrc .eslintrc .babelrc .swcrc .jshintrc .watchmanconfig composer.lock flake.lock Pipfile.lock deno.lock bun.lock',
  ],
  ['julia', 'jl', 'jl', '', 'julia'],
  ['kotlin', 'kt kts', 'kt kts ktm'],
  ['latex', 'tex', 'tex sty cls ltx dtx'],
  ['less', '', 'less'],
  ['lisp', 'commonlisp elisp emacs-lisp', 'lisp cl lsp el asd', '.emacs', 'sbcl ecl'],
  ['llvm', '', 'll'],
  ['lua', '', 'lua rockspec nse', '', 'lua luajit'],
  ['makefile', 'make mk mak', 'mk mak make', 'Makefile makefile GNUmakefile BSDmakefile', 'make'],
  ['markdown', 'md mkdown mkd', 'md markdown mkd mkdown mdx mdwn'],
  ['mathematica', 'wolfram wl', 'wl nb wls'],
  ['matlab', 'octave', 'matlab', '', 'octave'],
  ['nginx', 'nginxconf', 'nginx nginxconf', 'nginx.conf'],
  ['nim', '', 'nim nims nimble'],
  ['nix', 'nixos', 'nix'],
  ['nsis', '', 'nsi nsh'],
  ['objectivec', 'objc obj-c objective-c mm', 'm mm'],
  ['ocaml', 'ml', 'ml mli mll mly eliom', '', 'ocaml'],
  ['openscad', 'scad', 'scad'],
  ['perl', 'pl pm', 'pl pm t pod psgi', 'cpanfile', 'perl'],
  ['pgsql', 'postgres postgresql', 'pgsql'],
  ['php', 'php3 php4 php5 php7 php8', 'php php3 php4 php5 php7 php8 phtml phps', '', 'php'],
  ['powershell', 'ps ps1 pwsh', 'ps1 psm1 psd1', '', 'pwsh'],
  ['processing', 'pde', 'pde'],
  ['prolog', '', 'prolog plt', '', 'swipl'],
  ['properties', 'dotenv env', 'properties env', '.env .env.example .env.local .env.sample'],
  ['protobuf', 'proto', 'proto'],
  ['puppet', 'pp', 'puppet'],
  [
    'python',
    'py py3 python3 gyp',
    'py pyi pyw pyx pxd gyp gypi bzl star',
    'SConstruct SConscript wscript BUILD WORKSPACE Snakefile Tiltfile',
    'python python2 python3 pypy pypy3 uv',
  ],
  ['qml', '', 'qml qbs'],
  ['r', 'rscript', 'r rd', '.Rprofile', 'Rscript'],
  ['reasonml', 'reason', 're rei'],
  [
    'ruby',
    'rb gemspec podspec thor irb',
    'rb gemspec podspec rake ru thor rbi jbuilder builder',
    'Gemfile Rakefile Vagrantfile Podfile Brewfile Guardfile Capfile Fastfile Dangerfile Appraisals',
    'ruby jruby rake',
  ],
  ['rust', 'rs', 'rs', '', 'rust-script'],
  ['sas', '', 'sas'],
  ['scala', '', 'scala sc sbt', '', 'scala'],
  ['scheme', 'scm', 'scm ss rkt sld', '', 'guile racket'],
  ['scss', 'sass', 'scss sass'],
  ['shell', 'console shellsession', ''],
  ['smalltalk', 'st', 'st'],
  ['sml', '', 'sml sig fun'],
  ['sql', 'mysql sqlite', 'sql ddl dml prc'],
  ['stan', '', 'stan'],
  ['stata', 'do', 'do ado'],
  ['stylus', 'styl', 'styl'],
  ['swift', '', 'swift', '', 'swift'],
  ['tap', '', 'tap'],
  ['tcl', 'tk', 'tcl tk', '', 'tclsh wish expect'],
  ['thrift', '', 'thrift'],
  ['twig', 'craftcms', 'twig'],
  ['typescript', 'ts tsx mts cts', 'ts tsx mts cts', '', 'ts-node tsx'],
  ['vala', '', 'vala vapi'],
  ['vbnet', 'vb', 'vb'],
  ['vbscript', 'vbs', 'vbs'],
  ['verilog', 'v sv svh systemverilog', 'v sv svh vh'],
  ['vhdl', '', 'vhd vhdl'],
  ['vim', 'viml vimscript', 'vim vimrc', '.vimrc .gvimrc'],
  ['wasm', 'wat wast', 'wat wast'],
  ['x86asm', 'asm nasm', 'asm nasm'],
  ['armasm', 'arm', 's'],
  [
    'xml',
    'html xhtml rss atom svg plist vue svelte astro xsd xsl wsf',
    'xml html htm xhtml shtml vue svelte astro svg xsd xsl xslt rss atom plist wsdl csproj vbproj fsproj vcxproj props targets nuspec resx xaml storyboard xib pom ui qrc iml kml gpx',
    'pom.xml',
  ],
  ['xquery', 'xq xpath', 'xq xql xqm xquery'],
  ['yaml', 'yml', 'yaml yml cff sublime-syntax', '.clang-format .clang-tidy .gemrc CITATION.cff'],
  ['zephir', 'zep', 'zep'],
];

const byWord = new Map<string, string>();
const byExtension = new Map<string, string>();
const byName = new Map<string, string>();
const byInterpreter = new Map<string, string>();
/** Every name that `languageOf` and `languageNamed` give: only these are ever loaded. */
export const GRAMMARS: ReadonlySet<string> = new Set(ROWS.map(([grammar]) => grammar));

for (const [grammar, words, extensions, names = '', interpreters = ''] of ROWS) {
  addAll(byWord, `${grammar} ${words}`, grammar);
  addAll(byExtension, extensions, grammar);
  addAll(byName, names.toLowerCase(), grammar);
  addAll(byInterpreter, interpreters, grammar);
}

/** The grammar of a file by its name, or by the `#!` of its first line; undefined when it is shown without colours. */
export function languageOf(path: string, firstLine = ''): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const whole = byName.get(name) ?? (/^(?:docker|container)file\./.test(name) ? 'dockerfile' : undefined);
  if (whole) return whole;
  const dot = name.lastIndexOf('.');
  const byEnd = dot >= 0 ? byExtension.get(name.slice(dot + 1)) : undefined;
  return byEnd ?? languageOfFirstLine(firstLine);
}

/** The grammar that the first word of a code fence names, in any case; undefined when there is none. */
export function languageNamed(word: string): string | undefined {
  const key = word.toLowerCase();
  return byWord.get(key) ?? byExtension.get(key);
}

function languageOfFirstLine(line: string): string | undefined {
  if (line.startsWith('<?xml')) return 'xml';
  if (line.startsWith('<?php')) return 'php';
  if (!line.startsWith('#!')) return undefined;
  const [program = '', ...rest] = line.slice(2, 258).trim().split(/\s+/);
  let interpreter = program.slice(program.lastIndexOf('/') + 1);
  if (interpreter === 'env') interpreter = rest.find((word) => !word.startsWith('-') && !word.includes('=')) ?? '';
  return byInterpreter.get(interpreter) ?? byInterpreter.get(interpreter.replace(/[\d.]+$/, ''));
}

/** The first row that claims a name has it: users write `shell` for a script more often than for a session. */
function addAll(target: Map<string, string>, names: string, grammar: string): void {
  for (const name of names.split(' ')) if (name && !target.has(name)) target.set(name, grammar);
}

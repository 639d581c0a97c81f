import { LanguageSupport, StreamLanguage, type StreamParser } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

type Load = () => Promise<Extension>;

function stream(load: () => Promise<StreamParser<unknown>>): Load {
  return async () => new LanguageSupport(StreamLanguage.define(await load()));
}

/** Each language is a file of its own, loaded when a file of it is edited. */
const LOADS = new Map<string, Load>([
  ['javascript', async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true })],
  ['typescript', async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true })],
  ['json', async () => (await import('@codemirror/lang-json')).json()],
  ['css', async () => (await import('@codemirror/lang-css')).css()],
  ['html', async () => (await import('@codemirror/lang-html')).html()],
  ['markdown', async () => (await import('@codemirror/lang-markdown')).markdown()],
  ['python', async () => (await import('@codemirror/lang-python')).python()],
  ['yaml', async () => (await import('@codemirror/lang-yaml')).yaml()],
  ['xml', stream(async () => (await import('@codemirror/legacy-modes/mode/xml')).xml)],
  ['bash', stream(async () => (await import('@codemirror/legacy-modes/mode/shell')).shell)],
  ['c', stream(async () => (await import('@codemirror/legacy-modes/mode/clike')).c)],
  ['cpp', stream(async () => (await import('@codemirror/legacy-modes/mode/clike')).cpp)],
  ['csharp', stream(async () => (await import('@codemirror/legacy-modes/mode/clike')).csharp)],
  ['java', stream(async () => (await import('@codemirror/legacy-modes/mode/clike')).java)],
  ['kotlin', stream(async () => (await import('@codemirror/legacy-modes/mode/clike')).kotlin)],
  ['scala', stream(async () => (await import('@codemirror/legacy-modes/mode/clike')).scala)],
  ['dart', stream(async () => (await import('@codemirror/legacy-modes/mode/clike')).dart)],
  ['go', stream(async () => (await import('@codemirror/legacy-modes/mode/go')).go)],
  ['rust', stream(async () => (await import('@codemirror/legacy-modes/mode/rust')).rust)],
  ['ruby', stream(async () => (await import('@codemirror/legacy-modes/mode/ruby')).ruby)],
  ['swift', stream(async () => (await import('@codemirror/legacy-modes/mode/swift')).swift)],
  ['lua', stream(async () => (await import('@codemirror/legacy-modes/mode/lua')).lua)],
  ['perl', stream(async () => (await import('@codemirror/legacy-modes/mode/perl')).perl)],
  ['sql', stream(async () => (await import('@codemirror/legacy-modes/mode/sql')).standardSQL)],
  ['dockerfile', stream(async () => (await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile)],
  ['toml', stream(async () => (await import('@codemirror/legacy-modes/mode/toml')).toml)],
  ['ini', stream(async () => (await import('@codemirror/legacy-modes/mode/properties')).properties)],
  ['diff', stream(async () => (await import('@codemirror/legacy-modes/mode/diff')).diff)],
  ['powershell', stream(async () => (await import('@codemirror/legacy-modes/mode/powershell')).powerShell)],
  ['protobuf', stream(async () => (await import('@codemirror/legacy-modes/mode/protobuf')).protobuf)],
  ['haskell', stream(async () => (await import('@codemirror/legacy-modes/mode/haskell')).haskell)],
  ['r', stream(async () => (await import('@codemirror/legacy-modes/mode/r')).r)],
]);

/** Colours for a language by name; nothing for one that is not known. */
export async function editorLanguage(name: string | null): Promise<Extension> {
  const load = name === null ? undefined : LOADS.get(name);
  return load === undefined ? [] : load();
}

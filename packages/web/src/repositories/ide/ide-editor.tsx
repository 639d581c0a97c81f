import { displayPath } from '@tributary/contract/projects/display-path.ts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { CodeEditorHandle } from '../editor/code-editor.tsx';
import { IDE_KEYS } from '../editor/commit-keys.ts';
import { languageOfPath } from '../model/language-of-path.ts';
import { textOf } from './model/ide-file.ts';
import type { OpenFile } from './model/ide-state.ts';

const CodeEditor = lazy(() => import('../editor/code-editor.tsx'));

type Props = {
  file: OpenFile;
  isWrapped: boolean;
  editors: Map<string, CodeEditorHandle>;
  onChange: () => void;
  onSubmit: () => void;
};

/** The text of one open file. It stays while another file is looked at, with its place and what can be undone. */
export function IdeEditor({ file, isWrapped, editors, onChange, onSubmit }: Props) {
  const handle = useRef<CodeEditorHandle>(null);
  const [first] = useState(() => textOf(file));
  const { id } = file;
  useEffect(() => {
    // The editor comes later than this: whoever asks for its text asks the handle that is there then.
    const known: CodeEditorHandle = {
      text: () => handle.current?.text() ?? first,
      replace: (text) => handle.current?.replace(text),
      focus: () => handle.current?.focus(),
      view: () => handle.current?.view() ?? null,
    };
    editors.set(id, known);
    return () => {
      editors.delete(id);
    };
  }, [editors, id, first]);
  return (
    <Suspense fallback={<Skeleton width="100%" height="60vh" />}>
      <CodeEditor
        initial={first}
        label={`Text of ${displayPath(file.path)}`}
        language={languageOfPath(displayPath(file.path)) ?? null}
        isWrapped={isWrapped}
        onChange={onChange}
        submitKeys={IDE_KEYS}
        onSubmit={onSubmit}
        handle={handle}
      />
    </Suspense>
  );
}

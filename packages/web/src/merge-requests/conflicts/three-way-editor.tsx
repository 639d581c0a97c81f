import type { ConflictFileView } from '@tributary/contract/merge-requests/conflicts.ts';
import { useRef } from 'react';
import { languageOfPath } from '../../repositories/model/language-of-path.ts';
import CodeEditor, { type CodeEditorHandle } from '../../repositories/editor/code-editor.tsx';
import { nameOf, textOfSide } from './resolution.ts';

const NO_KEYS = { keys: {} };

type Props = {
  file: ConflictFileView;
  initial: string;
  branches: { source: string; target: string };
  onChange: (content: string) => void;
};

/** The result in an editor between the text of the source and that of the target; below each other on narrow screens. */
export default function ThreeWayEditor({ file, initial, branches, onChange }: Props) {
  const editor = useRef<CodeEditorHandle>(null);
  return (
    <div className="grid min-w-0 gap-px bg-line lg:grid-cols-[1fr_1.4fr_1fr]">
      <Side title="Source" branch={branches.source} text={textOfSide(file, 'source')} />
      <div className="min-w-0 bg-surface">
        <p className="border-b px-3 py-1 text-sm font-medium">Result</p>
        <CodeEditor
          initial={initial}
          label={`Result of ${nameOf(file)}`}
          language={languageOfPath(nameOf(file))}
          isWrapped={false}
          onChange={() => onChange(editor.current?.text() ?? initial)}
          submitKeys={NO_KEYS}
          onSubmit={() => undefined}
          handle={editor}
        />
      </div>
      <Side title="Target" branch={branches.target} text={textOfSide(file, 'target')} />
    </div>
  );
}

function Side({ title, branch, text }: { title: string; branch: string; text: string }) {
  return (
    <div className="min-w-0 bg-surface">
      <p className="border-b px-3 py-1 text-sm text-fg-muted">
        {title} <code>{branch}</code>
      </p>
      <pre
        role="region"
        tabIndex={0}
        aria-label={`${title} version`}
        className="max-h-[70vh] overflow-auto px-3 py-1 font-mono text-code leading-5 whitespace-pre text-fg-muted"
      >
        {text}
      </pre>
    </div>
  );
}

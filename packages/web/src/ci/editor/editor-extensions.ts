import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { type Extension, type Text } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { CheckedConfig, ConfigProblem } from '@tributary/contract/ci/config-editor.ts';
import { type KnownWords, type Suggestion, suggest } from './config-completion.ts';

const TYPES: Record<Suggestion['kind'], string> = {
  keyword: 'property',
  value: 'enum',
  job: 'class',
  stage: 'constant',
  variable: 'variable',
};

/** Longer files are completed by their own line and the lines above it up to this many. */
const MAX_LINES = 20_000;

function completions(words: KnownWords) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const line = state.doc.lineAt(pos);
    if (state.doc.lines > MAX_LINES) return null;
    const before = state.sliceDoc(line.from, pos);
    const all = state.doc.toString().split('\n');
    const found = suggest(words, { all, above: all.slice(0, line.number - 1), before });
    if (!found || found.options.length === 0) return null;
    const typed = before.slice(found.from);
    if (!explicit && typed === '' && !/[$:{-]\s*$/.test(before)) return null;
    return {
      from: line.from + found.from,
      validFor: /^[\w.:-]*$/,
      options: found.options.map(({ label, detail, kind, insert }, at) => ({
        label,
        detail,
        type: TYPES[kind],
        apply: insert,
        // Stages and values in their order, keys by their names.
        ...(kind !== 'keyword' && { boost: Math.max(-99, 50 - at) }),
      })),
    };
  };
}

const look = EditorView.theme({
  '.cm-tooltip': {
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
    border: '1px solid var(--border-strong)',
    borderRadius: '6px',
    fontFamily: 'var(--font-interface)',
    maxWidth: 'min(36rem, 92vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-code)', maxHeight: '14rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent-soft)', color: 'var(--text)' },
  '.cm-completionDetail': {
    color: 'var(--text-muted)',
    fontFamily: 'var(--font-interface)',
    fontStyle: 'normal',
  },
  '.cm-diagnostic': { padding: '4px 8px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--failed)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--failed)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--warning)' },
});

/** Completion from the table of keywords and the names of the file, and marks for what a check finds. */
export function configExtensions(words: KnownWords): Extension {
  return [
    autocompletion({ override: [completions(words)], icons: false }),
    keymap.of(completionKeymap),
    lintGutter(),
    look,
  ];
}

function offsetOf(doc: Text, { line, column }: Pick<ConfigProblem, 'line' | 'column'>): number {
  const found = doc.line(Math.max(1, Math.min(doc.lines, line)));
  return Math.min(found.to, found.from + Math.max(0, column - 1));
}

/** Underlines what was found in the text itself; problems of included files have no line here. */
export function markProblems(view: EditorView, { errors, warnings }: Pick<CheckedConfig, 'errors' | 'warnings'>): void {
  const { doc } = view.state;
  const marks = (found: readonly ConfigProblem[], severity: 'error' | 'warning') =>
    found
      .filter(({ file }) => file === null)
      .map((problem) => {
        const from = offsetOf(doc, problem);
        return { from, to: Math.max(from, doc.lineAt(from).to), severity, message: problem.message };
      });
  view.dispatch(setDiagnostics(view.state, [...marks(errors, 'error'), ...marks(warnings, 'warning')]));
}

export function goToProblem(view: EditorView, problem: ConfigProblem): void {
  view.dispatch({ selection: { anchor: offsetOf(view.state.doc, problem) }, scrollIntoView: true });
  view.focus();
}

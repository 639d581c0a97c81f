import type { PageSuggestionPreview } from '@tributary/contract/discussions/page.ts';
import {
  Bold,
  Code,
  FilePen,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  ListTodo,
  Paperclip,
  Quote,
  Strikethrough,
} from 'lucide-react';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { insertSuggestion, type MarkdownEdit, prefixLines, surround, insertBlock } from '../model/edit-markdown.ts';
import { tableOfClipboard } from '../model/pasted-table.ts';
import { type PreviewPlace, previewMarkdown, uploadFile } from '../store/queries.ts';
import { IslandProse } from '../threads/island-prose.tsx';
import { SuggestedLinesPreview } from '../threads/suggested-lines.tsx';
import { useCompletion } from './completion/use-completion.tsx';
import { TextHistory } from './text-history.tsx';
import type { TextSlot } from './use-unfinished-text.ts';

export type MarkdownEditorProps = {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  previewPath: string;
  uploadsPath: string | null;
  placeholder?: string;
  minRows?: number;
  /** Ctrl or Cmd and Enter, also with Shift. */
  onSubmitKey?: (isShift: boolean) => void;
  previewPlace?: PreviewPlace | undefined;
  /** Lines that a suggestion would start with; undefined where none can be made. */
  suggestion?: SuggestedLines | undefined;
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  error?: string | undefined;
  autoFocus?: boolean;
  readOnly?: boolean;
  /** Where the text is kept while it is written, for a way back to earlier states. */
  slot?: NonNullable<TextSlot>;
  /** The field itself, for callers that move the caret. */
  areaRef?: RefObject<HTMLTextAreaElement | null>;
};

/** `above`: how many lines above the commented one it replaces too. */
export type SuggestedLines = { text: string; above: number };

type Tool = { label: string; icon: typeof Bold; edit: MarkdownEdit };

const TOOLS: readonly Tool[] = [
  { label: 'Bold', icon: Bold, edit: surround('**') },
  { label: 'Italic', icon: Italic, edit: surround('_') },
  { label: 'Strikethrough', icon: Strikethrough, edit: surround('~~') },
  { label: 'Quote', icon: Quote, edit: prefixLines(() => '> ') },
  { label: 'Code', icon: Code, edit: surround('`') },
  { label: 'Link', icon: LinkIcon, edit: surround('[', '](url)') },
  { label: 'Bulleted list', icon: List, edit: prefixLines(() => '- ') },
  { label: 'Numbered list', icon: ListOrdered, edit: prefixLines((index) => `${index + 1}. `) },
  { label: 'Task list', icon: ListTodo, edit: prefixLines(() => '- [ ] ') },
];

type Previewed = { html: string; suggestions: readonly PageSuggestionPreview[] };

function Preview({ path, text, place }: { path: string; text: string; place: PreviewPlace | undefined }) {
  const [{ shown, error }, setState] = useState<{ shown: Previewed | null; error: string | null }>({
    shown: null,
    error: null,
  });
  useEffect(() => {
    const abort = new AbortController();
    previewMarkdown(path, text, abort.signal, place)
      .then(({ body, references }) =>
        setState({ shown: { html: body, suggestions: references.suggestions }, error: null }),
      )
      .catch((failure: unknown) => {
        if (!abort.signal.aborted) setState({ shown: null, error: messageOf(failure) });
      });
    return () => abort.abort();
  }, [path, text, place]);
  if (error !== null) return <p role="alert">{error}</p>;
  if (shown === null) return <Spinner label="Loading the preview" />;
  if (text.trim() === '') return <p className="text-fg-muted">Nothing to preview.</p>;
  if (shown.suggestions.length === 0) return <Prose html={shown.html} />;
  // Lines that cannot be told apart otherwise: their order is their name.
  const islands = shown.suggestions.map((each) => (
    <SuggestedLinesPreview key={`${each.from_line}-${each.to_line}`} preview={each} />
  ));
  return <IslandProse html={shown.html} islands={islands} />;
}

/** Files dropped or pasted become links; a place is kept in the text while they travel. */
function useUploads(props: MarkdownEditorProps) {
  const { uploadsPath, onValueChange } = props;
  const text = useRef(props.value);
  useEffect(() => {
    text.current = props.value;
  }, [props.value]);
  const [failure, setFailure] = useState<string | null>(null);
  const put = (value: string) => {
    text.current = value;
    onValueChange(value);
  };
  const upload = async (files: readonly File[], at: number) => {
    if (!uploadsPath) return;
    setFailure(null);
    for (const file of files) {
      const place = `![Uploading ${file.name}…]()`;
      put(`${text.current.slice(0, at)}${place}${text.current.slice(at)}`);
      try {
        put(text.current.replace(place, await uploadFile(uploadsPath, file)));
      } catch (error) {
        put(text.current.replace(place, ''));
        setFailure(`${file.name}: ${messageOf(error)}`);
      }
    }
  };
  return { upload, failure };
}

function Toolbar(props: {
  area: RefObject<HTMLTextAreaElement | null>;
  suggestion: SuggestedLines | undefined;
  onEdit: (edit: MarkdownEdit) => void;
  onFiles: ((files: File[]) => void) | null;
  history: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div role="toolbar" aria-label="Formatting" className="flex flex-wrap gap-0.5 pb-1">
      {props.suggestion && (
        <IconButton
          icon={FilePen}
          label="Insert suggestion"
          variant="ghost"
          size="sm"
          onClick={() => props.suggestion && props.onEdit(insertSuggestion(props.suggestion))}
        />
      )}
      {TOOLS.map((tool) => (
        <IconButton
          key={tool.label}
          icon={tool.icon}
          label={tool.label}
          variant="ghost"
          size="sm"
          onClick={() => props.onEdit(tool.edit)}
        />
      ))}
      {props.onFiles && (
        <>
          <IconButton
            icon={Paperclip}
            label="Attach a file"
            variant="ghost"
            size="sm"
            onClick={() => input.current?.click()}
          />
          <input
            ref={input}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              props.onFiles?.([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </>
      )}
      {props.history}
    </div>
  );
}

/** Markdown as written, with a toolbar, a preview and uploads by paste, drop or picking. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { value, onValueChange, label, placeholder, minRows = 4, onSubmitKey, error } = props;
  const own = useRef<HTMLTextAreaElement>(null);
  const area = props.areaRef ?? own;
  const { upload, failure } = useUploads(props);
  const edit = (change: MarkdownEdit) => {
    const element = area.current;
    if (!element) return;
    const result = change({ text: value, start: element.selectionStart, end: element.selectionEnd });
    onValueChange(result.text);
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(result.start, result.end);
    });
  };
  const take = (event: ClipboardEvent | DragEvent, list: FileList | undefined) => {
    if (props.readOnly || !props.uploadsPath || !list || list.length === 0) return;
    event.preventDefault();
    void upload([...list], area.current?.selectionStart ?? value.length);
  };
  const completion = useCompletion({ value, onValueChange, area }, props.previewPath);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (completion.onKeyDown(event)) return;
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && onSubmitKey) {
      event.preventDefault();
      onSubmitKey(event.shiftKey);
      return;
    }
    props.onKeyDown?.(event);
  };
  const write = (
    <div
      onPaste={(event) => {
        const table = tableOfClipboard(event.clipboardData);
        if (table !== null) {
          event.preventDefault();
          edit(insertBlock(table));
          return;
        }
        take(event, event.clipboardData.files);
      }}
      onDrop={(event) => take(event, event.dataTransfer.files)}
    >
      <Toolbar
        area={area}
        suggestion={props.suggestion}
        onEdit={edit}
        history={props.slot && <TextHistory slot={props.slot} onRestore={onValueChange} />}
        onFiles={props.uploadsPath ? (files) => void upload(files, value.length) : null}
      />
      <div className="relative">
        <TextArea
          inputRef={area}
          label={label}
          labelHidden
          placeholder={placeholder}
          value={value}
          onValueChange={onValueChange}
          minRows={minRows}
          onKeyDown={onKeyDown}
          {...completion.fieldProps}
          readOnly={props.readOnly}
          error={error ?? failure ?? undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was just asked for
          autoFocus={props.autoFocus}
        />
        {completion.list}
      </div>
    </div>
  );
  return (
    <Tabs
      label={`${label}: write or preview`}
      items={[
        { key: 'write', label: 'Write', content: write },
        {
          key: 'preview',
          label: 'Preview',
          content: (
            <div className="min-h-24 py-1">
              <Preview path={props.previewPath} text={value} place={props.previewPlace} />
            </div>
          ),
        },
      ]}
    />
  );
}

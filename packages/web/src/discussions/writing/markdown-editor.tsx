import { helpPaths } from '@tributary/contract/page/help.ts';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type RefObject, Suspense, useRef } from 'react';
import { WRITING_KEYS } from '../../app/hotkey-catalogue.ts';
import { usePartKeys } from '../../lib/hotkeys.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { suggestionBlock } from '../model/edit-markdown.ts';
import { tableOfClipboard } from '../model/markdown-table.ts';
import type { PreviewTarget } from '../store/preview-markdown.ts';
import { PlainSurface } from './plain-surface.tsx';
import { preloadQuestions } from './sending/may-be-sent.ts';
import type { Surface } from './surface.ts';
import { putSuggestionHintAway, SuggestionHint } from './suggestion-hint.tsx';
import { TableButton } from './table-button.tsx';
import { TemplatesButton } from './templates-button.tsx';
import { TextHistory } from '../../app/autosave/text-history.tsx';
import { Toolbar } from './toolbar.tsx';
import { UploadList } from './uploads/upload-list.tsx';
import { useUploads } from './uploads/use-uploads.ts';
import { WritingHelp } from './writing-help.tsx';
import { type RichSurfaceComponent, useRichMode } from './use-rich-mode.ts';
import type { TextSlot } from '../../app/autosave/use-autosaved-text.ts';

/** With what it shows of suggestions; for those who look. */
const Preview = lazyPart(() => import('./preview.tsx'));

export type MarkdownEditorProps = {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  previewPath: string;
  uploadsPath: string | null;
  /** False where a text has no commands. */
  hasCommands?: boolean;
  placeholder?: string;
  minRows?: number;
  /** The keys that send were pressed; `isNow`: those that do so beside a review. */
  onSubmitKey?: (isNow: boolean) => void;
  previewPlace?: PreviewTarget | undefined;
  /** Lines that a suggestion would start with; undefined where none can be made. */
  suggestion?: SuggestedLines | undefined;
  onKeyDown?: (event: KeyboardEvent) => void;
  error?: string | undefined;
  autoFocus?: boolean;
  readOnly?: boolean;
  /** Where the text is kept while it is written, for a way back to earlier states. */
  slot?: NonNullable<TextSlot>;
  /** An earlier text was taken back. */
  onRestored?: (() => void) | undefined;
  /** What is written in, for callers that put text into it. */
  surfaceRef?: RefObject<Surface | null>;
};

/** `above`: how many lines above the commented one it replaces too. */
export type SuggestedLines = { text: string; above: number };

/** Where to look up what can be written; in another tab, as a text is being written. */
function Supported({ hasCommands }: { hasCommands: boolean }) {
  const away = { target: '_blank', rel: 'noopener' };
  return (
    <p className="text-sm text-fg-muted">
      <TextLink href={helpPaths.markdown} {...away}>
        Markdown
      </TextLink>
      {hasCommands ? (
        <>
          {' and '}
          <TextLink href={helpPaths.quickActions} {...away}>
            quick actions
          </TextLink>
          {' are supported'}
        </>
      ) : (
        ' is supported'
      )}
    </p>
  );
}

/** Markdown with a toolbar, a preview, and files by paste, drop or picking. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { value, onValueChange, label, suggestion, readOnly = false } = props;
  const own = useRef<Surface>(null);
  const surface = props.surfaceRef ?? own;
  const place = useRef<HTMLDivElement>(null);
  const mode = useRichMode(surface, place);
  const Field: RichSurfaceComponent = mode.Rich ?? PlainSurface;
  usePartKeys(WRITING_KEYS);
  const uploads = useUploads(props.uploadsPath, value, {
    read: () => surface.current?.read() ?? value,
    replace: (from, to, inserted) => {
      // While the preview is shown there is no field to do it.
      if (surface.current) surface.current.replace(from, to, inserted);
      else onValueChange(value.slice(0, from) + inserted + value.slice(to));
    },
    insertPlaceholders: (places) => surface.current?.insertPlaceholders(places),
  });
  const take = (event: ClipboardEvent | DragEvent, list: FileList | undefined) => {
    if (readOnly || !props.uploadsPath || !list?.length) return;
    event.preventDefault();
    event.stopPropagation();
    uploads.add([...list]);
  };
  const focus = () => surface.current?.focus();
  const suggest =
    suggestion &&
    (() => {
      void putSuggestionHintAway();
      const { markdown, selected } = suggestionBlock(suggestion);
      surface.current?.insertBlock(markdown, selected);
    });
  const common = {
    ref: surface,
    label,
    value,
    onValueChange,
    previewPath: props.previewPath,
    placeholder: props.placeholder,
    minRows: props.minRows ?? 4,
    readOnly,
    autoFocus: props.autoFocus === true,
    error: props.error,
    onSubmitKey: props.onSubmitKey,
    onKeyDown: props.onKeyDown,
  };
  const write = (
    <div
      ref={place}
      onInput={preloadQuestions}
      // Before the field itself, which would paste in its own way.
      onPasteCapture={(event) => {
        const table = readOnly ? null : tableOfClipboard(event.clipboardData);
        if (table === null) return take(event, event.clipboardData.files);
        event.preventDefault();
        event.stopPropagation();
        return surface.current?.insertBlock(table);
      }}
      onDropCapture={(event) => take(event, event.dataTransfer.files)}
    >
      <Toolbar
        onTool={(tool) => surface.current?.run(tool)}
        onSuggestion={suggest}
        onFiles={props.uploadsPath ? uploads.add : null}
      >
        <TableButton surface={surface} disabled={readOnly} />
        <TemplatesButton surface={surface} disabled={readOnly} />
        <WritingHelp />
        {props.slot && (
          <TextHistory
            slot={props.slot}
            onRestore={(earlier) => {
              props.onRestored?.();
              onValueChange(earlier);
            }}
          />
        )}
      </Toolbar>
      {suggestion && !readOnly && <SuggestionHint onRead={focus} />}
      <Field {...common} uploadsPath={props.uploadsPath} />
      <div className="flex flex-wrap items-center gap-x-4 pt-1">
        <Supported hasCommands={props.hasCommands ?? true} />
        <Button size="sm" variant="ghost" className="ml-auto" busy={mode.isLoading} onClick={mode.toggle}>
          {mode.isWanted ? 'Switch to plain text editing' : 'Switch to rich text editing'}
        </Button>
      </div>
    </div>
  );
  return (
    <div className="flex flex-col gap-2">
      <Tabs
        label={`${label}: write or preview`}
        items={[
          { key: 'write', label: 'Write', content: write },
          {
            key: 'preview',
            label: 'Preview',
            content: (
              <div className="min-h-24 py-1">
                <Suspense fallback={<Spinner label="Loading the preview" />}>
                  <Preview path={props.previewPath} text={value} place={props.previewPlace} wrong={props.error} />
                </Suspense>
              </div>
            ),
          },
        ]}
      />
      <UploadList
        uploads={uploads.uploads}
        said={uploads.said}
        onRetry={(id, file) => {
          uploads.retry(id, file);
          focus();
        }}
        onCancel={(id) => {
          uploads.cancel(id);
          focus();
        }}
      />
    </div>
  );
}

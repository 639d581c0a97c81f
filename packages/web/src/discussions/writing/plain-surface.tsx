import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { TextArea } from '../../ui/text-area.tsx';
import { insertBlock, type MarkdownEdit, prefixLines, surround } from '../model/edit-markdown.ts';
import { insertPlaceholders, movedCaret } from '../model/upload-placeholders.ts';
import { useAreaField } from './completion/use-area-field.ts';
import { useCompletion } from './completion/use-completion.tsx';
import { sendsBy } from './send-keys.ts';
import type { Surface, TextSelection, ToolName } from './surface.ts';

export type SurfaceProps = {
  ref: Ref<Surface>;
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  previewPath: string;
  placeholder: string | undefined;
  minRows: number;
  readOnly: boolean;
  autoFocus: boolean;
  error: string | undefined;
  /** The keys that send were pressed; `isNow`: those that do so beside a review. */
  onSubmitKey: ((isNow: boolean) => void) | undefined;
  onKeyDown: ((event: KeyboardEvent) => void) | undefined;
};

const EDITS: Record<ToolName, MarkdownEdit> = {
  bold: surround('**'),
  italic: surround('_'),
  strikethrough: surround('~~'),
  quote: prefixLines(() => '> '),
  code: surround('`'),
  link: surround('[', '](url)'),
  bullets: prefixLines(() => '- '),
  numbers: prefixLines((index) => `${index + 1}. `),
  tasks: prefixLines(() => '- [ ] '),
};

/** Types in place of what is chosen in the field with the keyboard, where the browser can. */
function isTyped(text: string): boolean {
  return typeof document.execCommand === 'function' && document.execCommand('insertText', false, text);
}

/** Markdown as it is written. */
export function PlainSurface({ ref, ...props }: SurfaceProps) {
  const { value, onValueChange, previewPath } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const text = useRef(value);
  const wanted = useRef<TextSelection | null>(null);
  useLayoutEffect(() => {
    text.current = value;
    // A text that is put in from outside sends the caret to its end.
    if (wanted.current) area.current?.setSelectionRange(wanted.current.start, wanted.current.end);
    wanted.current = null;
  }, [value]);
  const put = (next: string, selection: TextSelection) => {
    if (next === text.current) return area.current?.setSelectionRange(selection.start, selection.end);
    text.current = next;
    wanted.current = selection;
    return onValueChange(next);
  };
  const selected = (): TextSelection => ({
    start: area.current?.selectionStart ?? text.current.length,
    end: area.current?.selectionEnd ?? text.current.length,
  });
  const edit = (change: MarkdownEdit) => {
    const result = change({ text: text.current, ...selected() });
    put(result.text, result);
    area.current?.focus();
  };
  const replace = (from: number, to: number, inserted: string) => {
    const { start, end } = selected();
    const next = text.current.slice(0, from) + inserted + text.current.slice(to);
    const moved = (caret: number) => movedCaret(caret, from, to, inserted.length);
    put(next, { start: moved(start), end: moved(end) });
  };
  const rewrite = (from: number, to: number, inserted: string, chosen: TextSelection) => {
    const field = area.current;
    field?.focus();
    field?.setSelectionRange(from, to);
    // The keys of the browser take back what was typed, not a text that is put in; nothing else types for someone.
    if (isTyped(inserted)) {
      wanted.current = chosen;
      field?.setSelectionRange(chosen.start, chosen.end);
    } else put(text.current.slice(0, from) + inserted + text.current.slice(to), chosen);
  };
  useImperativeHandle(ref, () => ({
    read: () => text.current,
    focus: () => area.current?.focus(),
    hasFocus: () => document.activeElement === area.current,
    selection: selected,
    select: ({ start, end }) => area.current?.setSelectionRange(start, end),
    run: (tool) => edit(EDITS[tool]),
    replace,
    rewrite,
    insertText: (markdown) => {
      const { start, end } = selected();
      const caret = start + markdown.length;
      rewrite(start, end, markdown, { start: caret, end: caret });
    },
    insertPlaceholders: (places) => {
      const { start, end } = selected();
      replace(start, end, insertPlaceholders(text.current, start, end, places));
      area.current?.focus();
    },
    insertBlock: (markdown, chosen) =>
      edit((before) => {
        const after = insertBlock(markdown)(before);
        if (!chosen) return after;
        const from = after.start - markdown.length - 1;
        return { ...after, start: from + chosen.start, end: from + chosen.end };
      }),
  }));
  const { field, areaProps } = useAreaField(area, value, (next, caret) => put(next, { start: caret, end: caret }));
  const completion = useCompletion(field, previewPath);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (completion.onKey(event.nativeEvent)) return event.stopPropagation();
    return sendsBy(event.nativeEvent, props.onSubmitKey) ? undefined : props.onKeyDown?.(event);
  };
  return (
    <div className="relative">
      <TextArea
        inputRef={area}
        label={props.label}
        labelHidden
        placeholder={props.placeholder}
        value={value}
        onValueChange={onValueChange}
        minRows={props.minRows}
        onKeyDown={onKeyDown}
        {...completion.fieldProps}
        {...areaProps}
        readOnly={props.readOnly}
        error={props.error}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was just asked for
        autoFocus={props.autoFocus}
      />
      {completion.list}
    </div>
  );
}

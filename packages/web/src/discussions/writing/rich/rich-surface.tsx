import {
  type KeyboardEvent,
  type SyntheticEvent,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { EditorView } from 'prosemirror-view';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { CompletedField } from '../completion/use-completion.tsx';
import { useCompletion } from '../completion/use-completion.tsx';
import { sendsBy } from '../send-keys.ts';
import type { SurfaceProps } from '../plain-surface.tsx';
import { RichEditor } from './rich-editor.ts';
import { plainLeaf } from './schema.ts';
import './rich.css';

type Typed = { text: string; caret: number; start: number };

/** What is typed in the block of the caret; null in code, where signs mean nothing. */
function typedIn(view: EditorView): Typed | null {
  const { $from, empty } = view.state.selection;
  if (!empty || !view.hasFocus() || !$from.parent.isTextblock || $from.parent.type.spec.code === true) return null;
  const leaf = (node: { type: { name: string } }) => plainLeaf(node) || '\uFFFC';
  const text = $from.parent.textBetween(0, $from.parent.content.size, '', leaf);
  return { text, caret: $from.parentOffset, start: $from.start() };
}

function LinkForm(props: { href: string; onSet: (href: string) => void; onClose: () => void }) {
  const [href, setHref] = useState(props.href);
  const submit = (event: SyntheticEvent) => {
    // The form around the text is not meant.
    event.preventDefault();
    event.stopPropagation();
    props.onSet(href.trim());
  };
  return (
    <div
      role="group"
      aria-label="Link"
      className="mb-1 flex flex-wrap items-end gap-2 rounded-md border bg-sunken p-2"
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          props.onClose();
        }
      }}
    >
      <TextField
        label="URL"
        value={href}
        onValueChange={setHref}
        // Here alone: on a button the key presses that button.
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && submit(event)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was just asked for
        autoFocus
        className="min-w-40 flex-1"
      />
      <Button size="sm" variant="primary" onClick={submit}>
        Set link
      </Button>
      {props.href !== '' && (
        <Button size="sm" onClick={() => props.onSet('')}>
          Remove link
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={props.onClose}>
        Cancel
      </Button>
    </div>
  );
}

/** A text written as it will look. Loaded when someone wants it. */
export default function RichSurface({ ref, ...props }: SurfaceProps & { uploadsPath: string | null }) {
  const { value, previewPath } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<RichEditor | null>(null);
  const [typed, setTyped] = useState<Typed | null>(null);
  const [isEmpty, setEmpty] = useState(value === '');
  const [linkHref, setLinkHref] = useState<string | null>(null);
  const field: CompletedField = {
    text: typed?.text ?? '',
    caret: typed?.caret ?? null,
    replace: (from, to, inserted) => editor.current?.complete(from, to, inserted),
    placeOf: (index) => editor.current?.view.coordsAtPos((typed?.start ?? 0) + index) ?? null,
  };
  const completion = useCompletion(field, previewPath);
  // What the editor calls is always what was drawn last.
  const latest = useRef({ props, completion });
  useLayoutEffect(() => {
    latest.current = { props, completion };
  });
  useLayoutEffect(() => {
    if (!place.current) return undefined;
    const show = (view: EditorView) => {
      setTyped(typedIn(view));
      const { doc } = view.state;
      setEmpty(doc.childCount === 1 && doc.firstChild?.isTextblock === true && doc.content.size === 2);
    };
    const made = new RichEditor(place.current, latest.current.props.value, () => !latest.current.props.readOnly, {
      uploadsPath: latest.current.props.uploadsPath,
      onText: (text) => latest.current.props.onValueChange(text),
      onState: show,
      onKey: (event) => {
        const { completion: list, props: now } = latest.current;
        if (list.onKey(event)) return true;
        return sendsBy(event, now.onSubmitKey);
      },
    });
    editor.current = made;
    if (latest.current.props.autoFocus) made.focus();
    return () => {
      editor.current = null;
      made.destroy();
    };
  }, []);
  useLayoutEffect(() => editor.current?.sync(value), [value]);
  // Asks again whether it may be changed.
  useEffect(() => editor.current?.view.setProps({}), [props.readOnly]);
  useImperativeHandle(ref, () => {
    const now = () => {
      if (!editor.current) throw new Error('the editor is gone');
      return editor.current;
    };
    return {
      read: () => now().read(),
      focus: () => now().focus(),
      hasFocus: () => now().hasFocus(),
      selection: () => now().selection(),
      select: (selection) => now().select(selection),
      replace: (from, to, inserted) => now().replace(from, to, inserted),
      rewrite: (from, to, inserted, selected) => now().rewrite(from, to, inserted, selected),
      insertText: (markdown) => now().insertText(markdown),
      insertPlaceholders: (places) => now().insertPlaceholders(places),
      insertBlock: (markdown, selected) => now().insertBlock(markdown, selected),
      run: (tool) => (tool === 'link' ? setLinkHref(now().linkHref()) : now().runTool(tool)),
    };
  });
  const closeLink = () => {
    setLinkHref(null);
    editor.current?.focus();
  };
  return (
    <div className="relative">
      {linkHref !== null && (
        <LinkForm
          href={linkHref}
          onSet={(href) => {
            editor.current?.link(href);
            closeLink();
          }}
          onClose={closeLink}
        />
      )}
      {/* The element itself belongs to the editor: React gives it names and nothing inside. */}
      <div
        ref={place}
        role="textbox"
        tabIndex={0}
        aria-multiline
        aria-label={props.label}
        aria-readonly={props.readOnly}
        aria-invalid={props.error !== undefined}
        data-placeholder={isEmpty ? props.placeholder : undefined}
        className="prose rich-text"
        style={{ minHeight: props.minRows * 20 + 14 }}
        onKeyDown={(event: KeyboardEvent) => props.onKeyDown?.(event)}
        onBlur={() => setTyped(null)}
        {...completion.fieldProps}
      />
      {props.error !== undefined && (
        <p role="alert" className="mt-1 text-sm text-error">
          {props.error}
        </p>
      )}
      {completion.list}
    </div>
  );
}

import { type ReactNode, Suspense, useState } from 'react';
import { focusWhenRendered } from '../lib/focus-when-rendered.ts';
import { Button } from './button.tsx';
import { TrustedHtml } from './trusted-html.tsx';

/** Keeps the reference beside the last word. */
const NO_BREAK = '\u00a0';

export type EditableTitleProps = {
  titleHtml: string;
  /** As `#5` or `!7`, shown after the title. */
  reference: string;
  canEdit: boolean;
  /** A change that was begun and not saved opens again by itself. */
  isBegun: boolean;
  /** The field, which may come later. */
  renderField: (onClose: () => void, autoFocus: boolean) => ReactNode;
  preload: () => void;
};

/** The title of a page, changed in place by those who may. */
export function EditableTitle({ titleHtml, reference, canEdit, isBegun, renderField, preload }: EditableTitleProps) {
  const [isAsked, setAsked] = useState(false);
  // It stays open while it is written, whatever stands there.
  const [isOpen, setOpen] = useState(false);
  if (isBegun && canEdit && !isOpen) setOpen(true);
  const close = () => {
    setAsked(false);
    setOpen(false);
    focusWhenRendered(() => document.querySelector<HTMLElement>('h1'), { ifLost: true });
  };
  const shown = (
    <span className="group">
      <TrustedHtml as="bdi" html={titleHtml} />
      {NO_BREAK}
      <span className="font-normal text-fg-muted">{reference}</span>
      {canEdit && (
        <Button
          size="sm"
          variant="ghost"
          className="ml-2 opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => setAsked(true)}
        >
          Edit title
        </Button>
      )}
    </span>
  );
  return isAsked || isOpen ? <Suspense fallback={shown}>{renderField(close, isAsked)}</Suspense> : shown;
}

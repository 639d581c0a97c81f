import {
  Bold,
  Code,
  FilePen,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  Paperclip,
  Quote,
  Strikethrough,
} from 'lucide-react';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import { buttonClasses } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useTooltips } from '../../ui/use-tooltips.ts';
import type { ToolName } from './surface.ts';

const TOOLS: readonly { name: ToolName; label: string; icon: LucideIcon }[] = [
  { name: 'bold', label: 'Bold', icon: Bold },
  { name: 'italic', label: 'Italic', icon: Italic },
  { name: 'strikethrough', label: 'Strikethrough', icon: Strikethrough },
  { name: 'quote', label: 'Quote', icon: Quote },
  { name: 'code', label: 'Code', icon: Code },
  { name: 'link', label: 'Link', icon: LinkIcon },
  { name: 'bullets', label: 'Bulleted list', icon: List },
  { name: 'numbers', label: 'Numbered list', icon: ListOrdered },
  { name: 'tasks', label: 'Task list', icon: ListTodo },
];

const TOOL_CLASSES = `${buttonClasses('ghost', 'sm')} control-square w-6 px-0!`;

/** Made once: a form opens with each press on a line, and nothing of these ever changes. */
const TOOL_BUTTONS = TOOLS.map(({ name, label, icon: Icon }) => (
  <button key={name} type="button" data-tool={name} aria-label={label} className={TOOL_CLASSES}>
    <Icon size={14} aria-hidden />
  </button>
));

function ToolButtons({ onTool }: { onTool: (tool: ToolName) => void }) {
  const tooltips = useTooltips();
  const onClick = ({ target }: MouseEvent) => {
    const pressed = target instanceof Element && target.closest<HTMLElement>('[data-tool]')?.dataset['tool'];
    const tool = TOOLS.find(({ name }) => name === pressed);
    if (tool) onTool(tool.name);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- of its buttons
    <div
      className="contents"
      // The text keeps its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      {...tooltips}
    >
      {TOOL_BUTTONS}
    </div>
  );
}

export function Toolbar(props: {
  onTool: (tool: ToolName) => void;
  onSuggestion: (() => void) | undefined;
  onFiles: ((files: File[]) => void) | null;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div role="toolbar" aria-label="Formatting" className="flex flex-wrap items-center gap-0.5 pb-1">
      {props.onSuggestion && (
        <IconButton icon={FilePen} label="Insert suggestion" variant="ghost" size="sm" onClick={props.onSuggestion} />
      )}
      <ToolButtons onTool={props.onTool} />
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
      {props.children}
    </div>
  );
}

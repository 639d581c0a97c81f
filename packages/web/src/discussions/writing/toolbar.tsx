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
import { type ReactNode, useRef } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
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

export function Toolbar(props: {
  onTool: (tool: ToolName) => void;
  onSuggestion: (() => void) | null;
  onFiles: ((files: File[]) => void) | null;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div role="toolbar" aria-label="Formatting" className="flex flex-wrap items-center gap-0.5 pb-1">
      {props.onSuggestion && (
        <IconButton icon={FilePen} label="Insert suggestion" variant="ghost" size="sm" onClick={props.onSuggestion} />
      )}
      {TOOLS.map(({ name, label, icon }) => (
        <IconButton
          key={name}
          icon={icon}
          label={label}
          variant="ghost"
          size="sm"
          // The text keeps its selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => props.onTool(name)}
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
      {props.children}
    </div>
  );
}

import { TextWrap } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { ButtonGroup } from '../../ui/button-group.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

export type EditorTab = 'edit' | 'preview' | 'changes';

export type EditorViewsProps = {
  tab: EditorTab;
  onTab: (tab: EditorTab) => void;
  hasPreview: boolean;
  isWrapped: boolean;
  onWrap: (isWrapped: boolean) => void;
};

/** The ways to look at what is being written. */
export function EditorViews({ tab, onTab, hasPreview, isWrapped, onWrap }: EditorViewsProps) {
  const item = (key: EditorTab, label: string) => (
    <Button size="sm" aria-pressed={tab === key} onClick={() => onTab(key)}>
      {label}
    </Button>
  );
  return (
    <>
      <ButtonGroup label="Editor view">
        {item('edit', 'Edit')}
        {hasPreview && item('preview', 'Preview')}
        {item('changes', 'Changes')}
      </ButtonGroup>
      <IconButton
        icon={TextWrap}
        label="Wrap long lines"
        size="sm"
        pressed={isWrapped}
        onClick={() => onWrap(!isWrapped)}
      />
    </>
  );
}

import {
  MenuCheckboxItem,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from '../../../ui/menu.tsx';
import { useChanges } from '../changes-context.ts';

/** How the changes are shown. */
export function ViewItems() {
  const { settings, slots, views } = useChanges();
  return (
    <>
      <MenuRadioGroup
        value={settings.view}
        onValueChange={(value) => settings.setView(value === 'parallel' ? 'parallel' : 'inline')}
      >
        <MenuRadioItem value="inline">Inline</MenuRadioItem>
        <MenuRadioItem value="parallel">Side by side</MenuRadioItem>
      </MenuRadioGroup>
      {settings.view === 'parallel' && !settings.hasRoomForTwo && (
        <MenuLabel>Shown inline because the window is too narrow.</MenuLabel>
      )}
      <MenuSeparator />
      <MenuCheckboxItem checked={settings.showsWhitespace} onCheckedChange={settings.setWhitespace}>
        Show whitespace changes
      </MenuCheckboxItem>
      <MenuCheckboxItem checked={settings.isFileByFile} onCheckedChange={settings.setFileByFile}>
        Show one file at a time
      </MenuCheckboxItem>
      <MenuSeparator />
      <MenuItem hotkey="diff.expand-all" onSelect={() => views.foldAll('open')}>
        Expand all files
      </MenuItem>
      <MenuItem hotkey="diff.collapse-all" onSelect={() => views.foldAll('fold')}>
        Collapse all files
      </MenuItem>
      {slots.viewMenu.map((Part, at) => (
        <Part key={at} />
      ))}
    </>
  );
}

import { useHotkeySheet } from '../../lib/hotkey-sheet.ts';
import { parseBoolean, useStored } from '../../lib/storage.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { changeShortcuts } from '../change-hotkeys.ts';
import { withLabels } from '../known-hotkeys.ts';
import { helpLayer } from '../lazy-layer.ts';
import { HotkeyRows } from './hotkey-rows.tsx';

/** Every shortcut that works on this page, and the place to change them. */
export default function HelpSheet() {
  const rows = withLabels(useHotkeySheet());
  const [enabled] = useStored('hotkeys.enabled', true, parseBoolean);
  return (
    <Dialog
      open
      onOpenChange={helpLayer.close}
      title="Keyboard shortcuts"
      text="Select the keys of a shortcut to change them. Press Backspace to disable it."
      width="lg"
    >
      <Switch label="Enable shortcuts" checked={enabled} onCheckedChange={changeShortcuts} className="mb-3" />
      <HotkeyRows rows={rows} />
    </Dialog>
  );
}

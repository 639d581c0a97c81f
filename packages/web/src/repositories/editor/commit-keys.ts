import type { PartKeys } from '../../lib/hotkey-registry.ts';

const KEYS = ['mod+enter', 'mod+s'] as const;

/** Of the editor of one file, and of the web IDE. */
export const EDITOR_KEYS = { inInputs: true, keys: { 'editor.commit': KEYS } } as const satisfies PartKeys;
export const IDE_KEYS = { inInputs: true, keys: { 'ide.commit': KEYS } } as const satisfies PartKeys;

export const COMMIT_LABEL = 'Commit changes';

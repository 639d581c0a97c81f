import { readableOn } from '../label.tsx';

/**
 * The colours that users chose stand in attributes, since style attributes are forbidden. What is not a colour is
 * ignored by the browser.
 */
export function paintColors(root: HTMLElement): void {
  for (const chip of root.querySelectorAll<HTMLElement>('.color-chip[data-color]')) {
    chip.style.backgroundColor = chip.dataset['color'] ?? '';
  }
  for (const label of root.querySelectorAll<HTMLElement>('.gfm-label[data-color]')) {
    const color = label.dataset['color'] ?? '';
    if (!/^#[0-9a-f]{6}$/i.test(color)) continue;
    label.style.backgroundColor = color;
    label.style.color = readableOn(color);
  }
}

import { namedColor } from './css-colors.ts';

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** `#rrggbb` of a colour as users write it, also by its CSS name, or undefined. */
export function normalizeColor(text: string): string | undefined {
  const trimmed = text.trim();
  if (!HEX.test(trimmed)) return namedColor(trimmed);
  if (trimmed.length === 7) return trimmed;
  return `#${Array.from(trimmed.slice(1), (digit) => digit + digit).join('')}`;
}

/** Text that is read well on this colour (`#rrggbb`), by its relative luminance. */
export function textColorOn(color: string): '#FFFFFF' | '#1F1E24' {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  // Where white and the dark text have the same contrast.
  return luminance > 0.19 ? '#1F1E24' : '#FFFFFF';
}

/** `type` of `type::bug`, `a::b` of `a::b::c`; null for a label without a scope. */
export function scopeOf(name: string): string | null {
  const cut = name.lastIndexOf('::');
  return cut > 0 && cut + 2 < name.length ? name.slice(0, cut) : null;
}

/** Of labels with the same scope only the last stays: at most one of a scope is on an item. */
export function keepOnePerScope<T extends { name: string }>(labels: readonly T[]): T[] {
  return labels.filter((label, index) => {
    const scope = scopeOf(label.name)?.toLowerCase();
    return (
      scope === undefined || !labels.slice(index + 1).some((later) => scopeOf(later.name)?.toLowerCase() === scope)
    );
  });
}

// oxlint-disable-next-line no-control-regex
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** What is wrong with a label's name, as the end of a sentence; null when it will do. */
export function labelNameProblem(name: string): string | null {
  if (name.trim() === '') return "can't be blank";
  if (name.length > 255) return 'is too long (maximum is 255 characters)';
  return name.includes(',') || HIDDEN.test(name) ? 'is invalid' : null;
}

export const SUGGESTED_COLORS = [
  { value: '#d9534f', name: 'Red' },
  { value: '#e67e22', name: 'Orange' },
  { value: '#eab308', name: 'Yellow' },
  { value: '#428bca', name: 'Blue' },
  { value: '#0f766e', name: 'Teal' },
  { value: '#5cb85c', name: 'Green' },
  { value: '#7c3aed', name: 'Violet' },
  { value: '#be185d', name: 'Pink' },
  { value: '#8b5e3c', name: 'Brown' },
  { value: '#6b7280', name: 'Grey' },
];

/** Of labels that nobody chose a colour for. */
export const DEFAULT_LABEL_COLOR = '#6699cc';

import type { Badge } from '../reads/badges.ts';

const FONT_WIDTH = 6.6;
const PADDING = 12;
const HEIGHT = 20;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const widthOf = (text: string): number => Math.round(text.length * FONT_WIDTH + PADDING);

/** An image in the shape that is known from other services. */
export function renderBadge({ label, text, color }: Badge): string {
  const [left, right] = [widthOf(label), widthOf(text)];
  const width = left + right;
  const name = escape(`${label}: ${text}`);
  const write = (words: string, middle: number) => `<text x="${middle}" y="14">${escape(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${name}">`,
    `<title>${name}</title>`,
    `<rect width="${width}" height="${HEIGHT}" rx="3" fill="#555"/>`,
    `<path fill="${color}" d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v${HEIGHT - 6}a3 3 0 0 1-3 3h-${right - 3}z"/>`,
    `<g fill="#fff" text-anchor="middle" font-family="DejaVu Sans,Verdana,Geneva,sans-serif" font-size="11">`,
    write(label, left / 2),
    write(text, left + right / 2),
    `</g></svg>`,
  ].join('');
}

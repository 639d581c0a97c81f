/** A place in the window. */
export type CaretPosition = { top: number; bottom: number; left: number };

export type Measure = (area: HTMLTextAreaElement, index: number) => CaretPosition;

/** What decides where letters stand in a field. */
const COPIED = [
  'boxSizing',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontWeight',
  'fontFeatureSettings',
  'letterSpacing',
  'lineHeight',
  'tabSize',
  'textIndent',
  'direction',
] as const;

/** Where the letter at `index` of a field stands in the window: a field tells nobody, so its text is set beside it. */
export function caretPositionOf(area: HTMLTextAreaElement, index: number): CaretPosition {
  const mirror = document.createElement('div');
  const style = getComputedStyle(area);
  for (const name of COPIED) mirror.style[name] = style[name];
  Object.assign(mirror.style, {
    position: 'absolute',
    top: '0',
    left: '-9999px',
    borderStyle: 'solid',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
    // A bar for scrolling takes its width from the text.
    width: `${area.offsetWidth - scrollBarOf(area)}px`,
  });
  mirror.textContent = area.value.slice(0, index);
  const mark = document.createElement('span');
  mark.textContent = area.value.slice(index, index + 1).trim() || '.';
  mirror.append(mark);
  document.body.append(mirror);
  const box = area.getBoundingClientRect();
  const top = box.top + mark.offsetTop - area.scrollTop;
  const place = { top, bottom: top + mark.offsetHeight, left: box.left + mark.offsetLeft };
  mirror.remove();
  return place;
}

function scrollBarOf(area: HTMLTextAreaElement): number {
  return area.offsetWidth - area.clientWidth - 2 * area.clientLeft;
}

import { type RefObject, useLayoutEffect, useState } from 'react';
import type { GraphLine } from './graph-columns.ts';

type Path = GraphLine & { d: string };

type Anchor = { left: number; right: number; middle: number };

/** From the right end of one box to the left end of another. */
function pathBetween(from: Anchor, to: Anchor): string {
  const [x1, y1, x2, y2] = [from.right, from.middle, to.left, to.middle];
  const bend = Math.max(12, (x2 - x1) / 2);
  return `M ${x1} ${y1} C ${x1 + bend} ${y1}, ${x2 - bend} ${y2}, ${x2} ${y2}`;
}

type Props = { area: RefObject<HTMLElement | null>; lines: readonly GraphLine[]; highlighted: number | null };

/** Lines between the boxes of jobs, which are found in the area by `data-job`. */
export function GraphLines({ area, lines, highlighted }: Props) {
  const [paths, setPaths] = useState<readonly Path[]>([]);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const measure = () => {
      const box = element.getBoundingClientRect();
      // The area may be drawn in another size.
      const scale = box.width / element.offsetWidth || 1;
      const anchorOf = (each: HTMLElement): Anchor => {
        const { left, right, top, height } = each.getBoundingClientRect();
        const [x1, x2] = [(left - box.left) / scale, (right - box.left) / scale];
        return { left: x1, right: x2, middle: (top + height / 2 - box.top) / scale };
      };
      const boxes = new Map(
        [...element.querySelectorAll<HTMLElement>('[data-job]')].map((each) => [
          Number(each.dataset['job']),
          anchorOf(each),
        ]),
      );
      setPaths(
        lines.flatMap((line) => {
          const [from, to] = [boxes.get(line.from), boxes.get(line.to)];
          return from && to ? [{ ...line, d: pathBetween(from, to) }] : [];
        }),
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [area, lines]);
  return (
    <svg aria-hidden className="pointer-events-none absolute inset-0 size-full max-sm:hidden">
      {paths.map(({ from, to, d }) => {
        const isLit = highlighted === from || highlighted === to;
        return (
          <path
            key={`${from}-${to}`}
            d={d}
            fill="none"
            strokeWidth={isLit ? 2 : 1.5}
            className={isLit ? 'stroke-accent' : 'stroke-line-strong'}
          />
        );
      })}
    </svg>
  );
}

import type { LucideProps } from 'lucide-react';
import { type ComponentType, createElement } from 'react';

/** What tells assistive technology about the icon; without it, it is decoration. */
const isNamed = (props: LucideProps): boolean =>
  Object.keys(props).some((name) => name === 'role' || name === 'title' || name.startsWith('aria-'));

/** An icon of one path. It takes what icons of the library take, as far as it is used here. */
export function drawnIcon(d: string): ComponentType<LucideProps> {
  function Icon({ size = 24, strokeWidth = 2, children, ...rest }: LucideProps) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...(isNamed(rest) ? {} : { 'aria-hidden': true }),
        ...rest,
      },
      createElement('path', { d }),
      children,
    );
  }
  return Icon;
}

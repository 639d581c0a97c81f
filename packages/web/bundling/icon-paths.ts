type Shape = readonly [tag: string, attributes: Readonly<Record<string, string | undefined>>];

/** A path that begins again wherever the one before it ended: its first move names a place, not a way. */
function fromItsOwnPlace(d: string): string {
  const first = /^m\s*(-?(?:\d+\.?\d*|\.\d+))[\s,]*(-?(?:\d+\.?\d*|\.\d+))[\s,]*/.exec(d);
  if (!first) return d;
  const rest = d.slice(first[0].length);
  const isPoint = /^[-.\d]/.test(rest);
  return `M${first[1]} ${first[2]}${isPoint ? 'l' : ''}${rest}`;
}

function roundPath(cx: number, cy: number, rx: number, ry: number): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}

function boxPath(x: number, y: number, width: number, height: number, r: number): string {
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const [across, down] = [width - 2 * r, height - 2 * r];
  return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
}

const GEOMETRY = new Set('d key cx cy r rx ry x y width height x1 y1 x2 y2 points'.split(' '));

/** The shape as data of a path; null where a path alone would look different. */
function pathOf([tag, attributes]: Shape): string | null {
  const of = (name: string) => Number(attributes[name] ?? 0);
  // A dot that is filled within its own line looks the same without.
  const isDot = tag === 'circle' && of('r') <= 0.5;
  const isPlain = Object.keys(attributes).every((name) => GEOMETRY.has(name) || (isDot && name === 'fill'));
  if (!isPlain) return null;
  const rx = attributes['rx'] ?? attributes['ry'] ?? '0';
  switch (tag) {
    case 'path':
      return fromItsOwnPlace(attributes['d'] ?? '');
    case 'circle':
      return roundPath(of('cx'), of('cy'), of('r'), of('r'));
    case 'ellipse':
      return roundPath(of('cx'), of('cy'), of('rx'), of('ry'));
    case 'rect':
      return (attributes['ry'] ?? rx) === rx ? boxPath(of('x'), of('y'), of('width'), of('height'), Number(rx)) : null;
    case 'line':
      return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`;
    case 'polyline':
      return `M${attributes['points'] ?? ''}`;
    case 'polygon':
      return `M${attributes['points'] ?? ''}z`;
    default:
      return null;
  }
}

/** All shapes of an icon as one path, or null where that cannot be. */
export function onePath(shapes: readonly Shape[]): string | null {
  const paths = shapes.map(pathOf);
  return paths.includes(null) ? null : paths.join('');
}

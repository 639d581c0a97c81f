import { useState } from 'react';
import type { CompareMode } from './compare-modes.tsx';
import type { ImageSide } from './image-side.ts';
import { Compared, Modes } from './modes.tsx';

const nothing = () => undefined;

/** A changed image in the way its reader likes to compare, where nothing is said about places on it. */
export function ComparedSides({ path, sides }: { path: string; sides: readonly ImageSide[] }) {
  const [mode, setMode] = useState<CompareMode>('2-up');
  return (
    <div className="flex flex-col gap-4 p-4">
      {sides.length > 1 && <Modes mode={mode} onMode={setMode} />}
      <Compared {...{ mode, path, sides }} overlay={null} onSize={nothing} />
    </div>
  );
}

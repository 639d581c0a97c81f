import { useState } from 'react';
import type { FullState } from './model/full-file-state.ts';

/** For whoever does not see the lines come. That they could not be had is told above them. */
export default function FullFileStatus({ full }: { full: FullState }) {
  const [first] = useState(full);
  // A card that is drawn again has nothing new to tell.
  const isNews = first === 'loading';
  return (
    <span role="status" className="sr-only">
      {full === 'loading' ? 'Loading the full file' : isNews && 'The full file is shown'}
    </span>
  );
}

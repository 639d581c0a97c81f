import { Button } from '../button.tsx';
import { ButtonGroup } from '../button-group.tsx';
import { type CompareMode, OnionSkin, type ComparedImagesProps, SideBySide, Swipe } from './compare-modes.tsx';

const MODES: readonly { mode: CompareMode; label: string }[] = [
  { mode: '2-up', label: '2-up' },
  { mode: 'swipe', label: 'Swipe' },
  { mode: 'onion', label: 'Onion skin' },
];

type ModesProps = { mode: CompareMode | null; onMode: (mode: CompareMode) => void };

export function Modes({ mode, onMode }: ModesProps) {
  return (
    <ButtonGroup label="Image comparison mode" className="self-center">
      {MODES.map((each) => (
        <Button key={each.mode} size="sm" aria-pressed={mode === each.mode} onClick={() => onMode(each.mode)}>
          {each.label}
        </Button>
      ))}
    </ButtonGroup>
  );
}

/** The images there are, compared in a way where there are two. */
export function Compared({ mode, ...pictures }: ComparedImagesProps & { mode: CompareMode }) {
  if (pictures.sides.length < 2 || mode === '2-up') return <SideBySide {...pictures} />;
  const Pair = mode === 'swipe' ? Swipe : OnionSkin;
  return <Pair {...pictures} />;
}

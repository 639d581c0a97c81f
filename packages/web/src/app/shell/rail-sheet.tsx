import { useEffect, useRef } from 'react';
import { Sheet } from '../../ui/sheet.tsx';
import { railLayer } from '../lazy-layer.ts';
import { useNavigatorState } from '../navigation.tsx';
import { RailContent } from './rail-content.tsx';

/** The rail under 900 px: from the left, away again after a choice. */
export default function RailSheet() {
  const { arrival, page } = useNavigatorState();
  const openedAt = useRef(arrival);
  useEffect(() => {
    if (arrival !== openedAt.current) railLayer.close();
  }, [arrival]);
  return (
    <Sheet open onOpenChange={railLayer.close} title={page.shell.instance.name} side="left">
      <div className="-mx-4 -mt-2">
        <RailContent />
      </div>
    </Sheet>
  );
}

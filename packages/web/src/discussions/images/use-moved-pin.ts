import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { serialize } from '../../lib/serialize.ts';
import { toast } from '../../ui/toast.tsx';
import { movedSpot, type Spot, spotIn } from './image-spots.ts';

/** Pressing keys is over when none came for so long. */
const REST_MS = 600;
/** A finger that presses a pin trembles so far. */
const PRESS_PX = 4;

type Save = (to: Spot) => Promise<void>;

/** Sends where a pin was put, one after the other; what is on its way or waits is shown until then. */
function useSaving(save: Save | null) {
  const [moved, setMoved] = useState<Spot | null>(null);
  const waiting = useRef<Spot | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [saveInTurn] = useState(() => serialize((act: Save, to: Spot) => act(to)));
  const sent = useRef(0);
  const attempt = async (act: Save, to: Spot) => {
    const mine = ++sent.current;
    try {
      await saveInTurn(act, to);
    } catch (error) {
      toast({ text: `The pin could not be moved. ${messageOf(error)}`, tone: 'failed' });
    }
    if (mine === sent.current && waiting.current === null) setMoved(null);
  };
  const send = () => {
    clearTimeout(rest.current);
    const to = waiting.current;
    waiting.current = null;
    if (to && save) void attempt(save, to);
  };
  const put = (to: Spot) => {
    waiting.current = to;
    setMoved(to);
    clearTimeout(rest.current);
  };
  const sendLater = () => {
    rest.current = setTimeout(send, REST_MS);
  };
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  // What was moved by keys a moment ago is not lost with the image.
  useEffect(() => () => latest.current(), []);
  return {
    moved,
    put,
    send,
    sendLater,
    forget: () => {
      waiting.current = null;
      setMoved(null);
    },
  };
}

/**
 * A pin that is moved by dragging and by arrow keys: it stands in the new place at once, and goes back where that cannot be
 * saved. With `save` null it stays.
 */
export function useMovedPin(at: Spot, save: Save | null) {
  const { moved, put, send, sendLater, forget } = useSaving(save);
  const pressed = useRef<{ x: number; y: number; isDragged: boolean } | null>(null);
  const spot = moved ?? at;
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    pressed.current = { x: event.clientX, y: event.clientY, isDragged: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const from = pressed.current;
    const ground = event.currentTarget.parentElement;
    if (!from || !ground || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    if (!from.isDragged && Math.hypot(event.clientX - from.x, event.clientY - from.y) < PRESS_PX) return;
    from.isDragged = true;
    put(spotIn(ground, event));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedSpot(spot, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    put(next);
    sendLater();
  };
  return {
    spot,
    /** The press that is over was a drag: it does not go to the thread as well. */
    wasDragged: () => pressed.current?.isDragged === true,
    handlers: save && {
      onPointerDown,
      onPointerMove,
      onPointerUp: () => {
        if (pressed.current?.isDragged) send();
      },
      onPointerCancel: () => {
        pressed.current = null;
        forget();
      },
      onBlur: send,
      onKeyDown,
    },
  };
}

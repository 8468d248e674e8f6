import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const pressMilliseconds = 500;
/** A finger that moves further scrolls. */
const slopPixels = 10;

/** Returns handlers that call `onLongPress` when a finger rests on the element. Links keep their own long press. */
export const useLongPress = (onLongPress: () => void) => {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined);
  const end = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  return {
    onPointerDown: ({ pointerType, target, clientX: x, clientY: y }: PointerEvent) => {
      end();
      if (pointerType !== 'touch' || (target instanceof Element && target.closest('a'))) return;
      press.current = { timer: setTimeout(onLongPress, pressMilliseconds), x, y };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const start = press.current;
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > slopPixels) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    // Android opens the browser's own menu at about the same time.
    onContextMenu: (event: MouseEvent) => {
      if (press.current) event.preventDefault();
    },
  };
};

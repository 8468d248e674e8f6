import type { KeyboardEvent } from 'react';

/** keyCode 229: Safari reports the Enter that ends a composition after the composition has ended. */
const isComposing = (event: KeyboardEvent): boolean => event.nativeEvent.isComposing || event.keyCode === 229;

/** Whether a key sends what was written: Enter, without Shift, that does not choose a word of an input method. */
export const isSendingEnter = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && !event.shiftKey && !isComposing(event);

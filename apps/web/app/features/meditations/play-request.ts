import type { MouseEvent } from 'react';

let requestedId: string | null = null;

/**
 * Returns the click handler of a link that plays: the meditation's screen then starts playback once. Not in another tab
 * or window, whose screen does not know of the click.
 */
export const requestPlay =
  (meditationId: string) =>
  ({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): void => {
    if (!altKey && !ctrlKey && !metaKey && !shiftKey) requestedId = meditationId;
  };

/** Whether this meditation should start playing. Clears the request. */
export const consumePlayRequest = (meditationId: string): boolean => {
  const isRequested = requestedId === meditationId;
  requestedId = null;
  return isRequested;
};

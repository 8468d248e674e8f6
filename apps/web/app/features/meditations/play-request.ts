let requestedId: string | null = null;

/** Remembers that "Play" was pressed on a card, so that the meditation's screen starts playback once. */
export const requestPlay = (meditationId: string): void => {
  requestedId = meditationId;
};

/** Whether this meditation should start playing. Clears the request. */
export const consumePlayRequest = (meditationId: string): boolean => {
  const isRequested = requestedId === meditationId;
  requestedId = null;
  return isRequested;
};

let asked: string | null = null;

/** Remembers that "Play" was pressed on a card, so that the meditation's screen starts playback once. */
export const askToPlay = (meditationId: string): void => {
  asked = meditationId;
};

/** Whether this meditation should start playing. Clears the request. */
export const takePlayRequest = (meditationId: string): boolean => {
  const isAsked = asked === meditationId;
  asked = null;
  return isAsked;
};

let asked: string | null = null;

/** "Play" was pressed where the meditation is not open yet: it begins when it is. Going back to it begins nothing. */
export const askToPlay = (meditationId: string): void => {
  asked = meditationId;
};

/** Whether this meditation is the one to begin; answers it once. */
export const takePlayRequest = (meditationId: string): boolean => {
  const isAsked = asked === meditationId;
  asked = null;
  return isAsked;
};
